import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Type from 'typebox'
import { layout } from '../files/layout.ts'

/** One file that shall hold a text, or what it held before byte for byte, or be gone. */
export interface FileChange {
  /** Relative to the project folder, with `/`. */
  path: string
  text: string | Uint8Array | null
}

/** What a commit did: a tick's files, or the undoing of an earlier commit. */
export const CommitRecord = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  tick: Type.Integer({ minimum: 0 }),
  undoes: Type.Optional(Type.Integer({ minimum: 1 })),
  files: Type.Array(
    Type.Object({
      path: Type.String({ minLength: 1 }),
      existed: Type.Boolean(),
      sha256: Type.Union([Type.String(), Type.Null()], { description: 'Of the new text; null: the file is gone.' }),
    }),
  ),
})
export type CommitRecord = Type.Static<typeof CommitRecord>

/** Where commits lie: being prepared, decided, and done. */
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
    /** Its presence turns a decided commit back. */
    abort: join(commit, 'abort'),
    after: (index: number) => join(commit, 'after', String(index)),
    before: (index: number) => join(commit, 'before', String(index)),
  }
}

/** The hash by which a file is told from an edited one. */
export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}
