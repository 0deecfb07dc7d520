import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ModelStore, type StoredModel, recommendedModels } from '../../src/model-store/index.ts'
import { tinyShape, writeRandomModel } from '../../src/testing/index.ts'
import { tempFolder } from '../model/model.ts'
import { type FileServer, startFileServer } from './file-server.ts'

const root = tempFolder()

// Only who may mount a file system can fill one.
function mayMount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', root], { stdio: 'ignore' })
    execFileSync('umount', [root])
    return true
  } catch {
    return false
  }
}
const canMount = mayMount()
const original = join(root, 'original.gguf')
let bytes: Buffer
let sha256: string
beforeAll(() => {
  writeRandomModel(original, { ...tinyShape, layers: 1 })
  bytes = readFileSync(original)
  sha256 = createHash('sha256').update(bytes).digest('hex')
})
const newStore = (hubUrl?: string) => {
  const folder = join(mkdtempSync(join(root, 'store-')), 'models')
  return { folder, store: new ModelStore(folder, { ...(hubUrl !== undefined && { hubUrl }) }) }
}

/** Pulls a model whose server breaks the connection when 100,000 bytes have been received. */
function pullPart(store: ModelStore, server: FileServer): Promise<StoredModel> {
  server.pauseAfter(100_000)
  return store.pull(`${server.url}/m.gguf`, {
    onProgress: ({ receivedBytes }) => {
      if (receivedBytes === 100_000) server.breakOff()
    },
  })
}

describe('pulling a model', () => {
  it('comes whole, with its size, its hash and progress; the first is chosen', async () => {
    const server = await startFileServer()
    server.serve(bytes)
    const { store, folder } = newStore()
    const progress: number[] = []
    const model = await store.pull(`${server.url}/a/Some%20Model.gguf?token=secret`, {
      onProgress: ({ receivedBytes, totalBytes }) => progress.push(receivedBytes / (totalBytes ?? 0)),
    })
    expect(model).toMatchObject({ name: 'some-model', sizeBytes: bytes.length, sha256, selected: true })
    expect(progress.at(0)).toBe(0)
    expect(progress.at(-1)).toBe(1)
    expect(readFileSync(model.path)).toEqual(bytes)
    expect(readFileSync(`${model.path}.json`, 'utf8')).not.toContain('secret')
    expect(readdirSync(folder).toSorted()).toEqual(['selected', 'some-model.gguf', 'some-model.gguf.json'])
    expect(await store.current()).toEqual(model)
  })

  it('continues after an interruption', async () => {
    const server = await startFileServer()
    server.serve(bytes)
    const { store } = newStore()
    await expect(pullPart(store, server)).rejects.toMatchObject({
      code: 'download_failed',
      message: expect.stringContaining('pull again'),
    })
    expect(await store.list()).toEqual([])
    let resumed = false
    const model = await store.pull(`${server.url}/m.gguf`, {
      sha256,
      onProgress: (progress) => (resumed ||= progress.resumed),
    })
    expect(model.sha256).toBe(sha256)
    expect(resumed).toBe(true)
    const range = server.asked.at(-1)?.range
    expect(Number(/bytes=(\d+)-/.exec(range ?? '')?.[1])).toBeGreaterThan(0)
  })

  it('starts again where the file has changed in the meantime', async () => {
    const server = await startFileServer()
    server.serve(Buffer.concat([bytes, Buffer.from('older')]), '"old"')
    const { store } = newStore()
    await expect(pullPart(store, server)).rejects.toMatchObject({ code: 'download_failed' })
    server.serve(bytes, '"new"')
    expect((await store.pull(`${server.url}/m.gguf`)).sha256).toBe(sha256)
  })

  it.each(['ignored', 'wrong'] as const)('a server whose ranges are %s mixes nothing up', async (manner) => {
    const server = await startFileServer()
    server.serve(bytes)
    const { store } = newStore()
    await expect(pullPart(store, server)).rejects.toMatchObject({ code: 'download_failed' })
    server.ranges(manner)
    const again = store.pull(`${server.url}/m.gguf`)
    if (manner === 'wrong')
      await expect(again).rejects.toMatchObject({
        code: 'download_failed',
        message: expect.stringContaining('a different part'),
      })
    else expect((await again).sha256).toBe(sha256)
  })

  it('what was stopped after its last byte is whole, and not fetched again', async () => {
    const server = await startFileServer()
    server.serve(bytes)
    const { store, folder } = newStore()
    mkdirSync(folder)
    writeFileSync(join(folder, 'm.gguf.part'), bytes)
    writeFileSync(join(folder, 'm.gguf.part.tag'), '"v1"')
    const received: number[] = []
    const model = await store.pull(`${server.url}/m.gguf`, {
      onProgress: ({ receivedBytes }) => received.push(receivedBytes),
    })
    expect(model.sha256).toBe(sha256)
    expect(received).toEqual([])
    // More than there is cannot be gone on with: the next pull starts again.
    writeFileSync(join(folder, 'n.gguf.part'), Buffer.concat([bytes, bytes]))
    writeFileSync(join(folder, 'n.gguf.part.tag'), '"v1"')
    await expect(store.pull(`${server.url}/n.gguf`)).rejects.toMatchObject({ code: 'download_failed' })
    expect((await store.pull(`${server.url}/n.gguf`)).sha256).toBe(sha256)
  })

  it('is stopped by its signal, and goes on later', async () => {
    const server = await startFileServer()
    server.serve(bytes)
    const { store } = newStore()
    const controller = new AbortController()
    const stopped = store.pull(`${server.url}/m.gguf`, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    })
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
    expect((await store.pull(`${server.url}/m.gguf`)).sha256).toBe(sha256)
  })

  it('a wrong hash deletes what came', async () => {
    const server = await startFileServer()
    server.serve(bytes)
    const { store, folder } = newStore()
    await expect(store.pull(`${server.url}/m.gguf`, { sha256: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'wrong_hash',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('the hub’s redirect names size and hash, and both are checked', async () => {
    const server = await startFileServer()
    server.serve(bytes)
    server.redirect({ 'x-linked-etag': `"${sha256}"`, 'x-linked-size': String(bytes.length) })
    const { store } = newStore(server.url)
    const model = await store.pull('hf:some/repo/file-Q4.gguf@v2')
    expect(model).toMatchObject({ name: 'file-q4', sha256 })
    expect(server.asked[0]?.path).toBe('/some/repo/resolve/v2/file-Q4.gguf')
    server.redirect({ 'x-linked-etag': `"${'0'.repeat(64)}"` })
    await expect(store.pull('hf:some/repo/other.gguf')).rejects.toMatchObject({ code: 'wrong_hash' })
    server.redirect({ 'x-linked-size': '7' })
    await expect(store.pull('hf:some/repo/third.gguf')).rejects.toMatchObject({ code: 'wrong_size' })
  })

  it('a full disk is said, before it is full or when it is', async () => {
    const server = await startFileServer()
    server.serve(bytes)
    const { store, folder } = newStore(server.url)
    mkdirSync(folder)
    symlinkSync('/dev/full', join(folder, 'm.gguf.part'))
    await expect(store.pull(`${server.url}/m.gguf`)).rejects.toMatchObject({
      code: 'disk_full',
      message: expect.stringContaining('free some space'),
    })
    server.redirect({ 'x-linked-size': String(Number.MAX_SAFE_INTEGER) })
    await expect(store.pull('hf:some/repo/huge.gguf')).rejects.toMatchObject({ code: 'disk_full' })
  })

  it.skipIf(!canMount)(
    'a disk that is really full keeps what came, and the pull goes on when there is room',
    async () => {
      const disk = join(root, 'disk')
      mkdirSync(disk)
      const mount = (options: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk])
      mount('size=256k')
      try {
        const store = new ModelStore(join(disk, 'models'))
        const server = await startFileServer()
        server.serve(bytes)
        await expect(store.pull(`${server.url}/m.gguf`)).rejects.toMatchObject({ code: 'disk_full' })
        expect(readdirSync(join(disk, 'models'))).toEqual([])
        server.hideLength()
        await expect(store.pull(`${server.url}/m.gguf`)).rejects.toMatchObject({
          code: 'disk_full',
          message: expect.stringContaining('free some space'),
        })
        expect(statSync(join(disk, 'models', 'm.gguf.part')).size).toBeGreaterThan(100_000)
        mount('remount,size=64m')
        const resumed: boolean[] = []
        const model = await store.pull(`${server.url}/m.gguf`, {
          onProgress: (progress) => resumed.push(progress.resumed),
        })
        expect({ sha256: model.sha256, resumed: resumed[0] }).toEqual({ sha256, resumed: true })
      } finally {
        execFileSync('umount', [disk])
      }
    },
  )

  it('a file that is not a model is refused and deleted', async () => {
    const server = await startFileServer()
    server.serve(Buffer.from('<html>Please log in, then your model will be here.</html>'))
    const { store, folder } = newStore()
    await expect(store.pull(`${server.url}/m.gguf`)).rejects.toMatchObject({ code: 'not_gguf' })
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['', 'bad_source'],
    ['hf:only/two', 'bad_source'],
    ['hf:a/b/../../c.gguf', 'bad_source'],
    ['ftp://example.com/x.gguf', 'bad_source'],
    ['http://', 'bad_source'],
    ['./nowhere.gguf', 'bad_source'],
    ['http://127.0.0.1:1/x.gguf', 'download_failed'],
  ])('bad source %j: %s', async (source, code) => {
    await expect(newStore().store.pull(source)).rejects.toMatchObject({ code })
  })
})

describe('the store', () => {
  it('takes files by path, lists, chooses and removes', async () => {
    const { store } = newStore()
    await store.pull(original, { name: 'one' })
    await store.pull(original, { name: 'two', sha256 })
    expect((await store.list()).map(({ name, selected }) => [name, selected])).toEqual([
      ['one', true],
      ['two', false],
    ])
    await store.use('two')
    expect((await store.current())?.name).toBe('two')
    expect(await store.resolve('one')).toBe((await store.list())[0]?.path)
    expect(await store.resolve('/elsewhere/x.gguf')).toBe('/elsewhere/x.gguf')
    await store.remove('two')
    expect((await store.current())?.name).toBe('one')
    expect(existsSync(original)).toBe(true)
  })

  it('finds what was put into its folder by hand, and nothing where there is no folder', async () => {
    const { store, folder } = newStore()
    expect(await store.list()).toEqual([])
    expect(await store.current()).toBeUndefined()
    mkdirSync(folder)
    writeFileSync(join(folder, 'mine.gguf'), bytes)
    expect(await store.current()).toMatchObject({ name: 'mine', sizeBytes: bytes.length })
  })

  it('refuses names that exist, that do not, or that are none', async () => {
    const { store } = newStore()
    await store.pull(original, { name: 'one' })
    await expect(store.pull(original, { name: 'one' })).rejects.toMatchObject({ code: 'name_taken' })
    await expect(store.pull(original, { name: '../evil' })).rejects.toMatchObject({ code: 'bad_source' })
    await expect(store.use('two')).rejects.toMatchObject({
      code: 'unknown_model',
      message: expect.stringContaining('one'),
    })
    await expect(store.remove('../../etc/passwd')).rejects.toMatchObject({ code: 'unknown_model' })
  })

  it('FR-001: three models are recommended by name, with revision, size, hash and licence', () => {
    expect(recommendedModels.map(({ parameters }) => parameters)).toEqual(['0.5B', '1.5B', '3B'])
    for (const model of recommendedModels) {
      expect(model.source).toMatch(/^hf:[\w.-]+\/[\w.-]+\/[\w.-]+\.gguf@[0-9a-f]{40}$/)
      expect(model.sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(model.license).not.toBe('')
      expect(model.sizeBytes).toBeGreaterThan(100_000_000)
    }
  })

  describe('a recommended model, fetched by name', () => {
    const name = 'qwen2.5-0.5b'
    /** Has the server offer a file of the size that is pinned, but not of its hash. */
    async function offer(sizeBytes: number) {
      const pinned = recommendedModels.find((model) => model.name === name)!
      const { sizeBytes: before } = pinned
      pinned.sizeBytes = sizeBytes
      onTestFinished(() => void (pinned.sizeBytes = before))
      const server = await startFileServer()
      server.serve(bytes)
      return { server, ...newStore(server.url) }
    }

    it('FR-001: comes from its revision, and must have its hash', async () => {
      const { server, store } = await offer(bytes.length)
      await expect(store.pull(name)).rejects.toMatchObject({ code: 'wrong_hash' })
      expect(server.asked[0]?.path).toMatch(
        /^\/Qwen\/Qwen2\.5-0\.5B-Instruct-GGUF\/resolve\/[0-9a-f]{40}\/qwen2\.5-0\.5b-instruct-q4_k_m\.gguf$/,
      )
      expect(await store.list()).toEqual([])
    })

    it('FR-001: must have its hash where a caller names none, and no other hash takes its place', async () => {
      const { server, store } = await offer(bytes.length)
      await expect(store.pull(name, { sha256: undefined } as object)).rejects.toMatchObject({ code: 'wrong_hash' })
      const asked = server.asked.length
      await expect(store.pull(name, { sha256 })).rejects.toMatchObject({
        code: 'wrong_hash',
        message: expect.stringContaining('without a hash'),
      })
      expect(server.asked).toHaveLength(asked)
      const { sha256: own } = recommendedModels.find((model) => model.name === name)!
      await expect(store.pull(name, { sha256: own.toUpperCase() })).rejects.toMatchObject({
        message: expect.stringContaining(`the file's SHA-256 is ${sha256}`),
      })
      expect(await store.list()).toEqual([])
    })

    it('FR-001: must have its size, which is known before anything is fetched', async () => {
      const { store, folder } = await offer(bytes.length + 1)
      const pulled = store.pull(name)
      await expect(pulled).rejects.toMatchObject({ code: 'wrong_size', message: expect.stringContaining('bytes, not') })
      expect(readdirSync(folder)).toEqual([])
    })

    it('FR-001: must have its size if the server sends none; additional bytes are not kept', async () => {
      const { server, store } = await offer(1_000)
      server.hideLength()
      await expect(store.pull(name)).rejects.toMatchObject({ code: 'wrong_size' })
      expect(await store.list()).toEqual([])
    })
  })
})
