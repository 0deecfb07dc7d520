import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { matches } from '@narratoria/protocol'
import { SkillManifest } from '@narratoria/protocol/skill'
import { runTool, testTool } from '@narratoria/tool-sdk/testing'
import { describe, expect, it } from 'vitest'
import tool from '../src/door-examiner.ts'

const skill = dirname(import.meta.dirname)
const script = join(skill, 'scripts/door-examiner.mjs')
const manifest = JSON.parse(await readFile(join(skill, 'skill.json'), 'utf8')) as SkillManifest
const torchlight = { inventory: { torch: { lit: true } } }

describe('the door-examiner', () => {
  it('001 §14.2: logs, notes the inscription, offers choices and is done', async () => {
    const { events, output, exitCode, protocolError } = await runTool(script, { target: 'mysterious_door' })
    expect(protocolError).toBeUndefined()
    expect(exitCode).toBe(0)
    expect(events).toContainEqual(expect.objectContaining({ type: 'log', message: 'Examining door...' }))
    expect(output).toEqual({ discovered: { door_inscription: 'Ancient runes' } })
    expect(events).toContainEqual({
      version: '0',
      type: 'ui_event',
      event: 'narrative_choice',
      payload: { choices: ['Open', 'Leave'] },
    })
    expect(events.at(-1)).toEqual({ version: '0', type: 'done', ok: true, summary: 'Door examined.' })
  })

  it('reads the runes only by torchlight, always with the same text', async () => {
    const first = await testTool(tool, { target: 'old oak door' }, { state: torchlight })
    const second = await testTool(tool, { target: 'old oak door' }, { state: torchlight })
    expect(first.output).toMatchObject({ discovered: { door_inscription: 'Ancient runes' } })
    expect(first.output).toMatchObject({
      discovered: { door_inscription_meaning: expect.stringMatching(/\w{3}.*\.$/) },
    })
    expect(second.output).toEqual(first.output)
    const other = await testTool(tool, { target: 'mysterious_door' }, { state: torchlight })
    expect(other.output).not.toEqual(first.output)
  })

  it('uses the noun of the target as the key', async () => {
    const { output, summary } = await testTool(tool, { target: 'Rusty Gate' })
    expect(output).toEqual({ discovered: { gate_inscription: 'Ancient runes' } })
    expect(summary).toBe('Gate examined.')
  })

  it.each<Record<string, string>>([{}, { target: '' }, { target: '  ' }, { target: '__' }])(
    'defaults to the door: %j',
    async (input) => {
      const { ok, output } = await testTool(tool, input, { state: { inventory: null } })
      expect(ok).toBe(true)
      expect(output).toEqual({ discovered: { door_inscription: 'Ancient runes' } })
    },
  )

  it('rejects a target that is not a string', async () => {
    const { ok, errors } = await testTool(tool, { target: 7 })
    expect(ok).toBe(false)
    expect(errors).toMatchObject([{ errorCode: 'invalid_input' }])
  })
})

describe('the door-examiner manifest', () => {
  it('FR-031: is valid and declares the input that the script checks', () => {
    expect(matches(SkillManifest, manifest)).toBe(true)
    expect(manifest.scripts?.[0]?.inputSchema).toEqual(tool.inputJsonSchema)
  })

  const [trigger] = manifest.scripts![0]!.triggers!
  const targetOf = (prompt: string): string | undefined =>
    typeof trigger === 'object' ? new RegExp(trigger.pattern!, 'iu').exec(prompt)?.groups?.target : undefined

  it.each([
    ['I light the torch and examine the door', 'door'],
    ['Inspect the heavy iron gate', 'heavy iron gate'],
    ['she studies the runes on the door', 'runes on the door'],
    ['I look closely at the doors', 'door'],
    ['take a good look at that hatch', 'hatch'],
    ['we are investigating this strange portal', 'strange portal'],
    ['I peer carefully at the gateway', 'gateway'],
    ['check out the mysterious door!', 'mysterious door'],
  ])('matches %s', (prompt, target) => expect(targetOf(prompt)).toBe(target))

  it.each([
    'I light the torch',
    'I open the door',
    'I walk through the study door',
    'I examine the painting',
    'I examine the map. Then I close the door',
    "I don't examine the door",
    'the doorman looks at me',
  ])('does not match %s', (prompt) => expect(targetOf(prompt)).toBeUndefined())

  const patterns = manifest.scripts![0]!.triggers!.flatMap((one) =>
    typeof one === 'object' && one.pattern !== undefined ? [new RegExp(one.pattern, 'iu')] : [],
  )
  it.each([
    ['What is written on the door?', true],
    ['Is there anything on the gate?', true],
    ['I ask the innkeeper what he knows about the door', false],
    ['What happens if I open the door?', false],
    ['remember what the door says', false],
  ])('for the question "%s", it matches: %s', (prompt, expected) =>
    expect(patterns.some((pattern) => pattern.test(prompt))).toBe(expected),
  )
})
