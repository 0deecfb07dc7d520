import { modelOf } from '@narratoria/models'
import { type FakeBehaviour, type FakeFamily, startFakeServer } from '@narratoria/models/testing'
import type { SkillManifest } from '@narratoria/protocol/skill'
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { ModelPlanner, Narrator } from '../src/index.ts'
import { assertPlan, contractRequest, contractSkills, sampleSkill } from '../src/testing/index.ts'
import { fakeExecute } from './narrator/fake-execute.ts'

/** Every way in which a server may answer, and whether the model's own plans are among the answers. */
export const faults: [FakeBehaviour, 'plans' | 'fails'][] = [
  ['obey', 'plans'],
  ['prose', 'fails'],
  ['ignore_schema', 'plans'],
  ['reasoning', 'plans'],
  ['think', 'plans'],
  ['fences', 'plans'],
  ['no_schema', 'plans'],
  ['flat_only', 'plans'],
  ['cut', 'fails'],
  ['drip', 'plans'],
  ['stall', 'fails'],
  ['stall_midway', 'fails'],
  ['reset', 'fails'],
  ['reset_midway', 'fails'],
  ['error_midway', 'fails'],
  ['unauthorized', 'fails'],
  ['not_found', 'fails'],
  ['rate_limited', 'fails'],
  ['server_error', 'fails'],
]

const families = { openai: 'custom', anthropic: 'anthropic', ollama: 'ollama' } as const
const folder = new URL('../../../skills/', import.meta.url)
/** The shipped skills, as far as a planner reads them. */
export const shippedSkills = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(`${name}/skill.json`, folder), 'utf8')
  const { name: skill, scripts = [], description } = JSON.parse(text) as SkillManifest
  return sampleSkill({ name: skill, description, scripts })
})
const prompts = ['I roll the dice and light the torch', 'I examine the door', 'What do I remember?', '', 'Würfle! 🎲']
/** Short, so that servers that say nothing cost little. */
const patience = { firstTokenMs: 60, betweenTokensMs: 60 }

/** Plays turns with a server that answers at random in one way. Returns how many of them the model planned. */
export async function playWith(behaviour: FakeBehaviour, turns: number): Promise<number> {
  let planned = 0
  for (const [at, family] of Object.keys(families).entries()) {
    const server = await startFakeServer({ family: family as FakeFamily, behaviour, dripMs: 1, seed: at * turns })
    try {
      for (let turn = at; turn < turns; turn += 3) planned += await playTurn(family as FakeFamily, server.baseUrl, turn)
    } finally {
      await server.close()
    }
  }
  return planned
}

async function playTurn(family: FakeFamily, baseUrl: string, turn: number): Promise<0 | 1> {
  const model = modelOf({ provider: families[family], baseUrl, model: 'fake-model', patience }, {})
  const request = contractRequest(prompts[turn % prompts.length] ?? '', {
    skills: turn % 2 === 0 ? contractSkills() : shippedSkills,
  })
  const narrator = new Narrator({ planner: new ModelPlanner({ model }), execute: fakeExecute({}).execute })
  const { attempts, fallback } = await narrator.play(request)
  expect(fallback).toBe(false)
  for (const { plan } of attempts) assertPlan(plan!, request)
  return attempts[0]?.planner === 'model' ? 1 : 0
}
