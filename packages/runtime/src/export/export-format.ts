import type { SessionRecord, StoredAsset, TurnSummary } from '../store/session-store.ts'

/** What a story can be written as. */
export type ExportFormat = 'markdown' | 'html' | 'json'

/** How a played line is written for readers, piece by piece. */
export interface ProseFormat {
  start(session: SessionRecord): string
  turn(turn: TurnSummary, assets: readonly StoredAsset[]): string
  end(): string
}

/** A file as an export describes it: its kind and its name, without the folders of the exporting machine. */
export function nameAsset({ kind, path }: StoredAsset): string {
  return `${kind}: ${path.split(/[/\\]/).at(-1) ?? ''}`
}
