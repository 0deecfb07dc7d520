import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkModelFile, hashFile } from '../model/model-file.ts'
import { download, type DownloadOptions } from './download.ts'
import { type ModelSource, readSource } from './model-source.ts'
import { ModelStoreError } from './store-error.ts'

/** A model in a {@link ModelStore}. */
export interface StoredModel {
  name: string
  /** Path of the GGUF file. */
  path: string
  sizeBytes: number
  /** In hexadecimal; empty for a file that was not pulled. */
  sha256: string
  /** The source that it was pulled from, without credentials; else its path. */
  source: string
  /** ISO 8601 time. */
  addedAt: string
  /** Whether it is the default model. */
  selected: boolean
}

/** Options of {@link ModelStore.pull}. */
export interface PullOptions extends Omit<DownloadOptions, 'sizeBytes'> {
  /** The name in the store. Defaults to one derived from the source. */
  name?: string
}

/** Options of {@link ModelStore}. */
export interface ModelStoreOptions {
  /** Base URL of the model hub. Defaults to `https://huggingface.co`. */
  hubUrl?: string
}

type Note = Omit<StoredModel, 'name' | 'path' | 'selected'>

/**
 * Local models in a folder: the files `<name>.gguf`, metadata beside each, and the selected one. Only {@link ModelStore.pull}
 * uses the network.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { ModelStore } from '@narratoria/planner/models'
 * import { writeRandomModel } from '@narratoria/planner/testing'
 *
 * const folder = mkdtempSync(join(tmpdir(), 'models-'))
 * writeRandomModel(join(folder, 'download.gguf'))
 * const store = new ModelStore(join(folder, 'store'))
 * await store.pull(join(folder, 'download.gguf'), { name: 'tiny' })
 * if ((await store.current())?.name !== 'tiny') throw new Error('the first model should be selected')
 * await store.remove('tiny')
 * ```
 */
export class ModelStore {
  readonly #folder: string
  readonly #options: ModelStoreOptions

  constructor(folder: string, options: ModelStoreOptions = {}) {
    this.#folder = folder
    this.#options = options
  }

  /** Lists all models by name, including files that were copied into the folder. */
  async list(): Promise<StoredModel[]> {
    const names = (await readdir(this.#folder).catch(() => []))
      .filter((file) => file.endsWith('.gguf'))
      .map((file) => file.slice(0, -'.gguf'.length))
    const chosen = await this.#chosen()
    const selected = names.includes(chosen) ? chosen : names.length === 1 ? names[0] : undefined
    return Promise.all(names.toSorted().map((name) => this.#read(name, name === selected)))
  }

  /** The default model: the selected one, or the only one. `undefined` if there is none. */
  async current(): Promise<StoredModel | undefined> {
    return (await this.list()).find(({ selected }) => selected)
  }

  /**
   * Adds a model from `hf:owner/repository/file.gguf[@revision]`, an http(s) URL, a path, or a recommended name. Selects it if
   * no model is selected. A recommended model must have its pinned size and hash. A pull that is interrupted continues when
   * it is repeated.
   *
   * @throws {ModelStoreError} if the source is invalid, the name is taken, or the file cannot be downloaded or is not the
   *   expected one
   */
  async pull(source: string, options: PullOptions = {}): Promise<StoredModel> {
    const from = readSource(source, this.#options.hubUrl)
    const name = checkName(options.name ?? from.name)
    const wanted = withPinned(options, from)
    await mkdir(this.#folder, { recursive: true })
    const path = this.#pathOf(name)
    if (await exists(path))
      throw new ModelStoreError('name_taken', `the model ${name} already exists; remove it first or use another name`)
    const part = `${path}.part`
    const { sizeBytes, sha256 } =
      from.kind === 'url' ? await download(from.url, path, wanted) : await copy(from.path, part, wanted)
    await checkModelFile(part).catch(async (cause: unknown) => {
      await rm(part, { force: true })
      throw new ModelStoreError('not_gguf', `${source} is not a GGUF model; use a file that ends in .gguf`, { cause })
    })
    const note: Note = { sizeBytes, sha256, source: withoutSecrets(source), addedAt: new Date().toISOString() }
    await writeFile(`${path}.json`, `${JSON.stringify(note, null, 2)}\n`)
    await rename(part, path)
    const models = await this.list()
    const chosen = await this.#chosen()
    if (!models.some((model) => model.name === chosen)) await this.use(name)
    return this.#read(name, (await this.#chosen()) === name)
  }

  /** Selects the default model. @throws {ModelStoreError} `unknown_model` */
  async use(name: string): Promise<void> {
    await this.#assertKnown(name)
    const path = join(this.#folder, 'selected')
    await writeFile(`${path}.new`, `${name}\n`)
    await rename(`${path}.new`, path)
  }

  /** Deletes a model. @throws {ModelStoreError} `unknown_model` */
  async remove(name: string): Promise<void> {
    await this.#assertKnown(name)
    const path = this.#pathOf(name)
    for (const file of [path, `${path}.json`, `${path}.part`, `${path}.part.tag`]) await rm(file, { force: true })
    if ((await this.#chosen()) === name) await rm(join(this.#folder, 'selected'), { force: true })
  }

  /** The path of a model by its name; any other text is returned as it is. */
  async resolve(nameOrPath: string): Promise<string> {
    const stored = (await this.list()).find(({ name }) => name === nameOrPath)
    return stored?.path ?? nameOrPath
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.gguf`)
  }

  /** The name that was selected last, even if that model was deleted; `undefined` if none was. */
  async chosen(): Promise<string | undefined> {
    return (await this.#chosen()) || undefined
  }

  async #chosen(): Promise<string> {
    return (await readFile(join(this.#folder, 'selected'), 'utf8').catch(() => '')).trim()
  }

  async #assertKnown(name: string): Promise<void> {
    const names = (await this.list()).map((model) => model.name)
    if (!names.includes(name))
      throw new ModelStoreError(
        'unknown_model',
        `there is no model ${name}; ${names.length === 0 ? 'the store is empty' : `there are ${names.join(', ')}`}`,
      )
  }

  async #read(name: string, selected: boolean): Promise<StoredModel> {
    const path = this.#pathOf(name)
    const note = await readFile(`${path}.json`, 'utf8')
      .then((text) => JSON.parse(text) as Note)
      .catch(() => undefined)
    const { size, mtime } = await stat(path)
    return { name, path, sha256: '', source: path, addedAt: mtime.toISOString(), ...note, sizeBytes: size, selected }
  }
}

async function copy(
  from: string,
  to: string,
  { sha256: wanted }: DownloadOptions,
): Promise<{ sizeBytes: number; sha256: string }> {
  await copyFile(from, to, constants.COPYFILE_FICLONE).catch((cause: NodeJS.ErrnoException) => {
    const full = cause.code === 'ENOSPC'
    throw new ModelStoreError(
      full ? 'disk_full' : 'bad_source',
      full ? 'the disk is full; free some space and pull again' : `${from} cannot be read`,
      { cause },
    )
  })
  const sha256 = await hashFile(to)
  if (wanted !== undefined && wanted.toLowerCase() !== sha256) {
    await rm(to, { force: true })
    throw new ModelStoreError('wrong_hash', `the file's SHA-256 is ${sha256}, not ${wanted}`)
  }
  return { sizeBytes: (await stat(to)).size, sha256 }
}

// A recommended model has its pinned size and hash, whatever the options are.
function withPinned(options: PullOptions, { name, pinned }: ModelSource): DownloadOptions {
  if (!pinned) return options
  const { signal, onProgress, sha256 } = options
  if (sha256 !== undefined && sha256.toLowerCase() !== pinned.sha256)
    throw new ModelStoreError(
      'wrong_hash',
      `the SHA-256 of ${name} is ${pinned.sha256}, not ${sha256}; pull it without a hash, or pull the other file by its URL`,
    )
  const { sizeBytes, sha256: own } = pinned
  return { sizeBytes, sha256: own, ...(signal && { signal }), ...(onProgress && { onProgress }) }
}

function checkName(name: string): string {
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(name))
    throw new ModelStoreError(
      'bad_source',
      `"${name}" is not a valid name for a model; use lower-case letters, digits, dots, hyphens and underscores`,
    )
  return name
}

// A URL may contain a password or a signed query.
function withoutSecrets(source: string): string {
  if (!URL.canParse(source) || !/^https?:/i.test(source)) return source
  const { origin, pathname } = new URL(source)
  return `${origin}${pathname}`
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
