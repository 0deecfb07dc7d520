import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { isMediaType as isHostsMediaType } from '@narratoria/protocol/rules'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isMediaType } from '../../src/context/media-type.ts'
import { runTool } from '../../src/testing/index.ts'
import { fixture } from '../fixture.ts'

async function make(how: string, name = '') {
  const folder = await mkdtemp(join(tmpdir(), 'assets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  const run = (cwd = folder) =>
    runTool(fixture('makes-assets'), { how, path }, { cwd, env: { TMPDIR: folder, TMP: folder } })
  return { folder, path, run }
}

describe('context.asset', () => {
  it('001 §4.3: writes text into a private temporary folder before the event', async () => {
    const { folder, run } = await make('text')
    const { events, ok } = await run()
    expect(ok).toBe(true)
    const [asset] = events
    expect(asset).toMatchObject({
      type: 'asset',
      assetId: 'document-1',
      kind: 'document',
      mediaType: 'text/plain',
      metadata: { pages: 1 },
    })
    const { path } = asset as { path: string }
    expect(isAbsolute(path) && path.startsWith(folder) && path.endsWith('.txt')).toBe(true)
    expect(await readFile(path, 'utf8')).toBe('héllo')
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
  })

  it('keeps an assetId out of the path', async () => {
    const { folder, run } = await make('bytes')
    const { events } = await run()
    expect(events[0]).toMatchObject({ assetId: 'p/../x', path: expect.stringMatching(/[/\\]p_x\.png$/) })
    expect((events[0] as { path: string }).path.startsWith(folder)).toBe(true)
    expect(await readFile((events[0] as { path: string }).path)).toEqual(Buffer.from([1, 2, 3]))
  })

  it('done waits for a stream that is not awaited', async () => {
    const { run } = await make('unawaited')
    const { events } = await run()
    expect(events.map((event) => event.type)).toEqual(['log', 'asset', 'done'])
    expect(await readFile((events[1] as { path: string }).path, 'utf8')).toBe('first, last')
  })

  it('a stream that fails leaves no event and no file', async () => {
    const { folder, run } = await make('broken', 'out.txt')
    const { events, ok } = await run()
    expect(ok).toBe(false)
    expect(events.map((event) => event.type)).toEqual(['error', 'done'])
    expect(readdirSync(folder)).toEqual([])
  })

  it('001 §7: writes to a path of the author’s own, and says it in full', async () => {
    const { path, run } = await make('named', 'deep/er/out.txt')
    const { events } = await run()
    expect(events[0]).toMatchObject({ type: 'asset', path })
    expect(await readFile(path, 'utf8')).toBe('named')
  })

  it('hands over a file that is there, and refuses one that is not', async () => {
    const { path, run } = await make('existing', 'there.txt')
    expect((await run()).errors).toMatchObject([{ errorCode: 'ENOENT' }])
    await writeFile(path, 'x')
    expect((await run()).events[0]).toMatchObject({ type: 'asset', path })
  })

  it('001 §4.3: assetIds are unique within an invocation', async () => {
    const { run } = await make('several')
    expect((await run()).events.slice(0, 2)).toMatchObject([{ assetId: 'document-1' }, { assetId: 'document-2' }])
    const twice = await make('twice')
    expect((await twice.run()).errors).toMatchObject([
      { errorMessage: expect.stringContaining('"same" is already used') },
    ])
  })

  it.each([
    ['badType', 'not a valid media type'],
    ['nothing', 'data to write, or the path'],
    ['image/png/x y', 'not a valid media type'],
    ['image/png; charset', 'not a valid media type'],
    ['unasked', 'not a valid media type'],
    ['unasked stream', 'the source ended early'],
  ])('refuses %s', async (how, message) => {
    const { run } = await make(how)
    const { errors, ok } = await run()
    expect(ok).toBe(false)
    expect(errors).toMatchObject([{ errorMessage: expect.stringContaining(message) }])
  })

  it.each(['caught', 'caught late', 'caught, run is over'])(
    'fails no tool that looks after a failure: %s',
    async (how) => {
      const { run } = await make(how)
      expect(await run()).toMatchObject({ ok: true, errors: [], stderr: '' })
    },
  )

  it('may be tried again under the same assetId', async () => {
    const { run } = await make('again')
    const { events, ok } = await run()
    expect(ok).toBe(true)
    expect(events.map((event) => event.type)).toEqual(['log', 'asset', 'done'])
    expect(await readFile((events[1] as { path: string }).path, 'utf8')).toBe('whole')
  })

  it('001 §4.3: takes the media types that a host takes, and no others', () => {
    const piece = fc.constantFrom(
      'image',
      'png',
      '/',
      ';',
      ' ',
      '=',
      '"',
      '\\',
      'x',
      '+',
      '-',
      '.',
      '\n',
      'é',
      '',
      '!',
      'A',
    )
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    const whole = fc.tuple(text, text).map(([before, after]) => `${before}image/png${after}`)
    fc.assert(fc.property(fc.oneof(text, whole), (type) => isMediaType(type) === isHostsMediaType(type)))
    const long = `a/${'b'.repeat(127)}${`;c=${'d'.repeat(100)}`.repeat(9)}`
    expect(isMediaType(long)).toBe(isHostsMediaType(long))
  })

  it('makes no folder for a tool without assets', async () => {
    const { folder, run } = await make('none')
    await run()
    expect(existsSync(folder) && readdirSync(folder)).toEqual([])
  })
})
