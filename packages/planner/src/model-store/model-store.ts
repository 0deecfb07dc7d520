import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkModelFile, hashFile } from '../model/model-file.ts'
import { download, type DownloadOptions } from './download.ts'
import { type ModelSource, readSource } from './model-source.ts'
import { ModelStoreError } from './store-error.ts'

/** A model in the store. */
export interface StoredModel {
  name: string
  path: string
  sizeBytes: number
  sha256: string
  /** Where it came from. */
  source: string
  addedAt: string
  /** True for the model that is used when none is named. */
  selected: boolean
}

/** Options of a pull. */
export interface PullOptions extends Omit<DownloadOptions, 'sizeBytes'> {
  /** The name in the store; made from the source unless told. */
  name?: string
}

/** Options of a store. */
export interface ModelStoreOptions {
  /** The model hub's address; its public one unless told. */
  hubUrl?: string
}

type Note = Omit<StoredModel, 'name' | 'path' | 'selected'>

/** Local models in a folder: `<name>.gguf`, a note beside each, and which one is used. Nothing is fetched unasked. */
export class ModelStore {
  readonly #folder: string
  readonly #options: ModelStoreOptions

  constructor(folder: string, options: ModelStoreOptions = {}) {
    this.#folder = folder
    this.#options = options
  }

  /** All models, by name; files that were put into the folder by hand count too. */
  async list(): Promise<StoredModel[]> {
    const names = (await readdir(this.#folder).catch(() => []))
      .filter((file) => file.endsWith('.gguf'))
      .map((file) => file.slice(0, -'.gguf'.length))
    const chosen = await this.#chosen()
    const selected = names.includes(chosen) ? chosen : names.length === 1 ? names[0] : undefined
    return Promise.all(names.toSorted().map((name) => this.#read(name, name === selected)))
  }

  /** The model that is used when none is named: the chosen one, or the only one. */
  async current(): Promise<StoredModel | undefined> {
    return (await this.list()).find(({ selected }) => selected)
  }

  /**
   * Adds a model from `hf:owner/repository/file.gguf`, an http(s) address, a path, or by a recommended name. The first
   * model is also chosen. A recommended one must have its own size and hash, whatever `options` say.
   *
   * @throws {ModelStoreError} with what to do; what came so far is kept and a second pull goes on from there
   */
  async pull(source: string, options: PullOptions = {}): Promise<StoredModel> {
    const from = readSource(source, this.#options.hubUrl)
    const name = checkName(options.name ?? from.name)
    const wanted = withPinned(options, from)
    await mkdir(this.#folder, { recursive: true })
    const path = this.#pathOf(name)
    if (await exists(path))
      throw new ModelStoreError('name_taken', `there is a model ${name} already; remove it first or give another name`)
    const part = `${path}.part`
    const { sizeBytes, sha256 } =
      from.kind === 'url' ? await download(from.url, path, wanted) : await copy(from.path, part, wanted)
    await checkModelFile(part).catch(async (cause: unknown) => {
      await rm(part, { force: true })
      throw new ModelStoreError('not_gguf', `${source} is not a GGUF model; take a file that ends in .gguf`, { cause })
    })
    const note: Note = { sizeBytes, sha256, source: withoutSecrets(source), addedAt: new Date().toISOString() }
    await writeFile(`${path}.json`, `${JSON.stringify(note, null, 2)}\n`)
    await rename(part, path)
    const models = await this.list()
    const chosen = await this.#chosen()
    if (!models.some((model) => model.name === chosen)) await this.use(name)
    return this.#read(name, (await this.#chosen()) === name)
  }

  /** Chooses the model that is used when none is named. @throws {ModelStoreError} `unknown_model` */
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

  /** The file of a model by its name in the store, or a path as it is. */
  async resolve(nameOrPath: string): Promise<string> {
    const stored = (await this.list()).find(({ name }) => name === nameOrPath)
    return stored?.path ?? nameOrPath
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.gguf`)
  }

  /** The name that was chosen last, be that model here or not; `undefined` where none ever was. */
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
        `there is no model ${name}; ${names.length === 0 ? 'none is here yet' : `there are ${names.join(', ')}`}`,
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
      full ? 'the disk is full; make room and pull again' : `${from} cannot be read`,
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

// What is pinned stands: a hash from elsewhere must not make another file the recommended model.
function withPinned(options: PullOptions, { name, pinned }: ModelSource): DownloadOptions {
  if (!pinned) return options
  const { signal, onProgress, sha256 } = options
  if (sha256 !== undefined && sha256.toLowerCase() !== pinned.sha256)
    throw new ModelStoreError(
      'wrong_hash',
      `the SHA-256 of ${name} is ${pinned.sha256}, not ${sha256}; pull it without a hash, or another file by its address`,
    )
  const { sizeBytes, sha256: own } = pinned
  return { sizeBytes, sha256: own, ...(signal && { signal }), ...(onProgress && { onProgress }) }
}

function checkName(name: string): string {
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(name))
    throw new ModelStoreError(
      'bad_source',
      `"${name}" is no name for a model: use small letters, digits, dots and dashes`,
    )
  return name
}

// An address may carry a password or a signed query.
function withoutSecrets(source: string): string {
  if (!URL.canParse(source) || !/^https?:/i.test(source)) return source
  const { origin, pathname } = new URL(source)
  return `${origin}${pathname}`
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
