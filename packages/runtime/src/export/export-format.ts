import type { SessionRecord, StoredAsset, TurnSummary } from '../store/session-store.ts'

/** The format of an export. */
export type ExportFormat = 'markdown' | 'html' | 'json' | 'sillytavern'

/** Writes a played line for readers, in parts. */
export interface ProseFormat {
  start(session: SessionRecord): string
  turn(turn: TurnSummary, assets: readonly StoredAsset[]): string
  end(): string
}

/** A file as an export describes it: its kind and its name, without the folders of the exporting machine. */
export function nameAsset({ kind, path }: StoredAsset): string {
  return `${kind}: ${path.split(/[/\\]/).at(-1) ?? ''}`
}
