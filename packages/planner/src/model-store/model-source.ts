import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type RecommendedModel, recommendedModels } from './recommended.ts'
import { ModelStoreError } from './store-error.ts'

/** The source of a model, with the size and hash of a recommended one. */
export type ModelSource = { name: string; pinned?: Pick<RecommendedModel, 'sizeBytes' | 'sha256'> } & (
  | { kind: 'url'; url: string }
  | { kind: 'file'; path: string }
)

const hub = 'https://huggingface.co'

/**
 * Parses `hf:owner/repository/file.gguf[@revision]`, an http(s) URL, the name of a recommended model, or a path.
 *
 * @throws {ModelStoreError} `bad_source`
 */
export function readSource(text: string, hubUrl: string = hub): ModelSource {
  const known = recommendedModels.find(({ name }) => name === text)
  if (known) return { ...readSource(known.source, hubUrl), name: known.name, pinned: known }
  if (text.startsWith('hf:')) return readHub(text, hubUrl)
  if (/^https?:/i.test(text)) return readUrl(text)
  if (text === '' || /^[a-z]{2,}:/i.test(text) || (/^[\w-]+$/.test(text) && !existsSync(text)))
    throw new ModelStoreError(
      'bad_source',
      `"${text}" is not a model source; use hf:owner/repository/file.gguf, an https URL, a path, or one of ${recommendedModels.map(({ name }) => name).join(', ')}`,
    )
  return { kind: 'file', path: resolve(text), name: nameOf(text) }
}

function readHub(text: string, hubUrl: string): ModelSource {
  const match = /^hf:([\w.-]+)\/([\w.-]+)\/([\w./-]+?\.gguf)(?:@([\w.-]+))?$/.exec(text)
  const [, owner, repository, file = '', revision = 'main'] = match ?? []
  if (!match || file.split('/').includes('..'))
    throw new ModelStoreError('bad_source', `"${text}" is not of the form hf:owner/repository/file.gguf`)
  return { kind: 'url', url: `${hubUrl}/${owner}/${repository}/resolve/${revision}/${file}`, name: nameOf(file) }
}

function readUrl(text: string): ModelSource {
  if (!URL.canParse(text)) throw new ModelStoreError('bad_source', `"${text}" is not a valid URL`)
  const { pathname } = new URL(text)
  return { kind: 'url', url: text, name: nameOf(decodeURIComponent(pathname)) }
}

/** A model's name: the file's in lower case, without `.gguf` and unusual characters. */
function nameOf(path: string): string {
  const name = basename(path)
    .replace(/\.gguf$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
  if (name === '') throw new ModelStoreError('bad_source', `cannot derive a name from "${path}"; pass one`)
  return name
}
