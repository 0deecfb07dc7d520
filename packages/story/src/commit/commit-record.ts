import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Type from 'typebox'
import { layout } from '../files/layout.ts'

/** One file of a commit. `text` is its new content; null deletes it. */
export interface FileChange {
  /** Relative to the project folder, separated by `/`. */
  path: string
  text: string | Uint8Array | null
}

/** The record of one commit: the files of a tick, or the undo of an earlier commit. */
export const CommitRecord = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  tick: Type.Integer({ minimum: 0 }),
  undoes: Type.Optional(Type.Integer({ minimum: 1 })),
  edit: Type.Optional(Type.String({ description: 'What an edit did. Absent for a tick.' })),
  files: Type.Array(
    Type.Object({
      path: Type.String({ minLength: 1 }),
      existed: Type.Boolean(),
      sha256: Type.Union([Type.String(), Type.Null()], {
        description: 'Of the new content. Null if the commit deletes the file.',
      }),
    }),
  ),
})
export type CommitRecord = Type.Static<typeof CommitRecord>

/** The folders of commits: `staging` is being prepared, `decided` must be completed, `history` is done. */
export function commitFolders(folder: string) {
  const own = join(folder, layout.own)
  return {
    own,
    staging: join(own, 'staging'),
    decided: join(own, 'commit'),
    history: join(own, 'history'),
    temporary: join(own, 'tmp'),
  }
}

/** The files inside one commit's folder. */
export function commitFiles(commit: string) {
  return {
    record: join(commit, 'commit.json'),
    /** If this file exists, recovery rolls the decided commit back. */
    abort: join(commit, 'abort'),
    after: (index: number) => join(commit, 'after', String(index)),
    before: (index: number) => join(commit, 'before', String(index)),
  }
}

/** The hash that detects files edited after a commit. */
export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}
