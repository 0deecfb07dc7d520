import type { LorePiece } from '../campaign.ts'

/** Characters of a piece: about 512 tokens of English. */
const maxPieceLength = 2_000

/** Divides a Markdown text into pieces: paragraphs, with short neighbours together and the heading above them. */
export function lorePieces(file: string, text: string): LorePiece[] {
  const pieces: LorePiece[] = []
  let heading: string | undefined
  let pending = ''
  const flush = () => {
    if (pending !== '')
      pieces.push({ file, index: pieces.length, ...(heading !== undefined && { heading }), text: pending })
    pending = ''
  }
  for (const block of text.split(/\n{2,}/).map((each) => each.trim())) {
    const title = /^#{1,6}\s+(.+)$/.exec(block)?.[1]
    if (title !== undefined) {
      flush()
      heading = title
      continue
    }
    for (const part of partsOf(block)) {
      if (pending.length + part.length + 2 > maxPieceLength) flush()
      pending = pending === '' ? part : `${pending}\n\n${part}`
    }
  }
  flush()
  return pieces
}

// A paragraph that is longer than a piece is divided after sentences, or where it must be.
function partsOf(block: string): string[] {
  if (block.length <= maxPieceLength) return block === '' ? [] : [block]
  const parts: string[] = []
  let rest = block
  while (rest.length > maxPieceLength) {
    const end = rest.lastIndexOf('. ', maxPieceLength)
    const cut = end > maxPieceLength / 2 ? end + 1 : maxPieceLength
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}
