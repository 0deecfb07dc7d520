import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, inflateSync } from 'node:zlib'
import { matches } from '@narratoria/protocol'
import { SkillManifest } from '@narratoria/protocol/skill'
import { runTool, testTool } from '@narratoria/tool-sdk/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import tool from '../src/torch-lighter.ts'

const skill = dirname(import.meta.dirname)
const script = join(skill, 'scripts/torch-lighter.mjs')
const manifest = JSON.parse(await readFile(join(skill, 'skill.json'), 'utf8')) as SkillManifest

async function lightIn(input = {}, state = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'torch-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, folder)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
  return testTool(tool, input, { state })
}

describe('the torch-lighter', () => {
  it('001 §14.2: logs, patches the state, emits an asset and done', async () => {
    const { events, output, exitCode, protocolError, summary } = await runTool(script, { action: 'light_torch' })
    expect(protocolError).toBeUndefined()
    expect(exitCode).toBe(0)
    expect(events.map((event) => event.type)).toEqual(['log', 'state_patch', 'asset', 'done'])
    expect(events[0]).toMatchObject({ level: 'info', message: 'Lighting torch...' })
    expect(output).toEqual({ inventory: { torch: { lit: true } } })
    expect(events[3]).toEqual({ version: '0', type: 'done', ok: true, summary: 'Torch lit.' })
    expect(summary).toBe('Torch lit.')
  })

  it('001 §4.3: the asset is a valid PNG of a fire in the dark', async () => {
    const { events } = await lightIn()
    const asset = events.find((event) => event.type === 'asset')
    expect(asset).toMatchObject({ kind: 'image', mediaType: 'image/png' })
    const { width, height, pixel } = decodePng(await readFile(asset!.path))
    expect(asset!.metadata).toMatchObject({ width, height })
    const core = pixel(Math.round(width / 2), Math.round(height * 0.4))
    const corner = pixel(2, height - 3)
    expect(core[0]).toBeGreaterThan(240)
    expect(core[2]).toBeLessThan(core[0]!)
    expect(corner.every((channel) => channel < 80)).toBe(true)
  })

  it('does not patch the state of a burning torch', async () => {
    const { events, output, summary, ok } = await lightIn({}, { inventory: { torch: { lit: true } } })
    expect(ok).toBe(true)
    expect(output).toEqual({})
    expect(summary).toBe('The torch was lit already.')
    expect(events[0]).toMatchObject({ message: expect.stringContaining('burns already') })
  })

  it('accepts an unexpected state', async () => {
    for (const inventory of [null, [], 'torch', { torch: null }, { torch: 'lit' }]) {
      expect((await lightIn({}, { inventory })).ok).toBe(true)
    }
  })

  it('rejects an unknown action', async () => {
    const { ok, errors, output } = await lightIn({ action: 'eat_torch' })
    expect(ok).toBe(false)
    expect(errors).toMatchObject([{ errorCode: 'invalid_input', details: { retryable: false } }])
    expect(output).toEqual({})
  })
})

describe('the torch-lighter manifest', () => {
  it('FR-031: is valid and declares the input that the script checks', () => {
    expect(matches(SkillManifest, manifest)).toBe(true)
    expect(manifest.scripts?.[0]?.inputSchema).toEqual(tool.inputJsonSchema)
    expect(fileURLToPath(import.meta.resolve(`../${manifest.scripts![0]!.path}`))).toBe(script)
  })

  // The planner matches phrases; these are the patterns.
  const patterns = manifest.scripts![0]!.triggers!.flatMap((trigger) =>
    typeof trigger === 'object' && trigger.pattern !== undefined ? [new RegExp(trigger.pattern, 'iu')] : [],
  )
  const triggers = (prompt: string): boolean => patterns.some((pattern) => pattern.test(prompt))

  it.each([
    'I light the torch and examine the door',
    'light torch',
    'Relight my old torch!',
    'She ignites a pitch-soaked torch.',
    'we kindle the last of the torches',
    'I set the torch ablaze with my flint',
    'After lighting another torch, I go on',
    'I lit the torch',
    'set fire to the torch',
  ])('matches %s', (prompt) => expect(triggers(prompt)).toBe(true))

  it.each([
    'I examine the door',
    'I read by the light of the torch',
    'I carry the lit torch north',
    "I don't light the torch",
    'I take the torch. The stairs are lit.',
    'I light a candle',
    'torchlight flickers on the wall',
    'I put out the torch',
  ])('does not match %s', (prompt) => expect(triggers(prompt)).toBe(false))
})

/** Decodes an 8-bit RGB PNG and asserts that its chunks are valid. */
function decodePng(file: Buffer) {
  expect(file.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'))
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    const length = file.readUInt32BE(at)
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(file.subarray(at + 4, at + 8 + length)))
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length))
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND'])
  const header = chunks.get('IHDR')!
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  expect([...header.subarray(8)]).toEqual([8, 2, 0, 0, 0])
  const rows = inflateSync(chunks.get('IDAT')!)
  expect(rows.length).toBe(height * (width * 3 + 1))
  for (let y = 0; y < height; y += 1) {
    const start = y * (width * 3 + 1)
    expect(rows[start]).toBe(2)
    if (y > 0) for (let x = 1; x <= width * 3; x += 1) rows[start + x]! += rows[start + x - width * 3 - 1]!
  }
  const pixel = (x: number, y: number) => [...rows.subarray(y * (width * 3 + 1) + 1 + x * 3).subarray(0, 3)]
  return { width, height, pixel }
}
