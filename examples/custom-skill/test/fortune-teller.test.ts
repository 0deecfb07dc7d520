import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNarratoria } from '@narratoria/runtime'
import { checkSkill } from '@narratoria/skills'
import { checkTool } from '@narratoria/tool-sdk/conformance'
import { runTool } from '@narratoria/tool-sdk/testing'
import { expect, it } from 'vitest'

const skills = join(import.meta.dirname, '..', 'skills')
const folder = join(skills, 'fortune-teller')
const script = join(folder, 'src', 'draw-card.ts')

it('is a valid skill', async () => {
  expect(await checkSkill(folder)).toMatchObject({ ok: true, problems: [] })
})

it('is a tool that conforms to the protocol', async () => {
  expect(await checkTool(script)).toMatchObject({ ok: true, problems: [] })
})

it('draws a card of the configured deck', async () => {
  const { ok, output } = await runTool(script, { question: 'Who is there?' }, { config: { deck: ['The Locked Gate'] } })
  expect({ ok, output }).toEqual({
    ok: true,
    output: { fortune: { card: 'The Locked Gate', question: 'Who is there?' } },
  })
})

it('reports an empty deck', async () => {
  const { ok, errors } = await runTool(script, {}, { config: { deck: [] } })
  expect(ok).toBe(false)
  expect(errors.map(({ errorCode }) => errorCode)).toEqual(['empty_deck'])
})

it('is used by a story without additional code', async () => {
  const home = mkdtempSync(join(tmpdir(), 'custom-skill-'))
  const narratoria = await createNarratoria({ skillRoots: [skills], home })
  try {
    const turn = (await narratoria.openSession()).play('Draw a card and ask who lit the beacon')
    const { state, choices, narrative, fallback } = await turn.result
    expect(fallback).toBe(false)
    expect(state).toMatchObject({ fortune: { question: 'who lit the beacon' } })
    expect(narrative).toMatch(/^The card turns over: The /)
    expect(choices.map(({ text }) => text)).toContain('Draw another card')
  } finally {
    await narratoria.close()
    rmSync(home, { recursive: true, force: true })
  }
})
