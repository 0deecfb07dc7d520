import { nameAsset, type ProseFormat } from './export-format.ts'

/** Markdown: the player's words are quotes, the story is prose. What players and tools wrote has no power over the page. */
export const markdown: ProseFormat = {
  start: ({ title, opening }) => `# ${escapeLine(title)}\n${paragraphs(opening)}`,
  turn({ prompt, narrative, label }, assets) {
    const heading = label === undefined ? '' : `\n## ${escapeLine(label)}\n`
    const files = assets.map((asset) => `\n*${escapeLine(nameAsset(asset))}*\n`).join('')
    return `${heading}\n> ${escapeLine(prompt)}\n${paragraphs(narrative)}${files}`
  },
  end: () => '',
}

function paragraphs(text: string): string {
  const lines = text.split('\n').map((line) => escapeLine(line))
  return text === '' ? '' : `\n${lines.join('\n')}\n`
}

function escapeLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trimStart()
    .replaceAll(/[\\`*_[\]<>&|~]/g, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
    .replace(/^[#+=-]/, String.raw`\$&`)
}
