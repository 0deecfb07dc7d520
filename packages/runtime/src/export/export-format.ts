import type { SessionRecord, StoredAsset, TurnSummary } from '../store/session-store.ts'

/** What a story can be written as. */
export type ExportFormat = 'markdown' | 'html' | 'json'

/** How a played line is written for readers, piece by piece. */
export interface ProseFormat {
  start(session: SessionRecord): string
  turn(turn: TurnSummary, assets: readonly StoredAsset[]): string
  end(): string
}

/** A file as a reader may see it: what it is and its own name, without the folders of somebody's machine. */
export function nameAsset({ kind, path }: StoredAsset): string {
  return `${kind}: ${path.split(/[/\\]/).at(-1) ?? ''}`
}
