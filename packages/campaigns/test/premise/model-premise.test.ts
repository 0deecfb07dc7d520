import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { checkWorld, validateWorld, type World } from '@narratoria/world'
import { expect, it, onTestFinished } from 'vitest'
import { checkCampaignWorld, readCampaign, WorldPlayer, writeWorld } from '../../src/index.ts'
import { premiseQuestion } from '../../src/premise/index.ts'
import { tideDraft, tidePremise } from './tide-draft.ts'

const read = (draft: object, premise = tidePremise) => premiseQuestion(premise).read(draft as JsonObject)

function worldOf(draft: object): World {
  const answer = read(draft)
  if ('complaint' in answer) throw new Error(answer.complaint)
  return answer.value
}

it('§16: the answer of a model becomes a world in which its goal can be reached', () => {
  const world = worldOf(tideDraft)
  expect(validateWorld(world)).toEqual([])
  expect(checkWorld(world)).toEqual([])
  const player = new WorldPlayer(world)
  const prompts = [
    'ask Ilse about the weight',
    'north',
    'read the note',
    'take the brass key',
    'down',
    'unlock the chest',
    'open it',
    'take the weight',
    'up',
    'south',
  ]
  const read = prompts.map((prompt) => player.play(prompt).text).join('\n')
  expect(read).toContain('Somebody took the weight out')
  expect(read).toContain('dry for an hour')
  expect(player.play('give the weight to Ilse').text).toContain('The clock begins to count')
  expect(player.state.ended).toBe('reached')
})

it.each([
  [
    { kind: 'bring', text: 'Bring it.', thing: 'weight', place: 'workshop' },
    ['north', 'take the key', 'down', 'unlock the chest', 'open it', 'take the weight', 'up', 'south'],
  ],
  [{ kind: 'reach', text: 'Go down.', place: 'the tide cellar' }, ['north', 'down']],
])('a goal %j is reached by acts', (goal, prompts) => {
  const player = new WorldPlayer(worldOf({ ...tideDraft, goal }))
  for (const prompt of prompts) player.play(prompt)
  expect(player.state.ended).toBe('reached')
})

const [workshop, ...places] = tideDraft.places
const [clock, chest, ...things] = tideDraft.things
it.each<[string, object, RegExp]>([
  ['lacks a field', { ...tideDraft, places: undefined }, /places/],
  [
    'has a wrong direction',
    { ...tideDraft, places: [{ ...workshop, exits: [{ direction: 'left', to: 'quay' }] }, ...places] },
    /direction/,
  ],
  [
    'names an unknown place',
    { ...tideDraft, start: 'attic' },
    /start is "attic", which is none of the places: workshop, quay/,
  ],
  ['uses a name twice', { ...tideDraft, things: [clock, chest, ...things, clock] }, /"tide clock" is used twice/],
  [
    'has a goal without its thing',
    { ...tideDraft, goal: { kind: 'give', text: 'x', person: 'Ilse' } },
    /needs "thing"/,
  ],
  ['has a place without a way', { ...tideDraft, places: [{ ...workshop, exits: [] }, ...places] }, /quay/],
  ['is already won', { ...tideDraft, goal: { kind: 'reach', text: 'x', place: 'workshop' } }, /already reached/],
  ['does not name the premise', { ...tideDraft, opening: 'It rains.' }, /does not name "tide clock"/],
])('an answer that %s is refused with the reason', (_, draft, complaint) => {
  expect(read(JSON.parse(JSON.stringify(draft)) as object)).toEqual({ complaint: expect.stringMatching(complaint) })
})

it('an empty premise is refused', () => {
  expect(() => premiseQuestion(' \n')).toThrow(TypeError)
})

it('a world that a model built is written with its mark, and has no problems', async () => {
  const root = await mkdtemp(join(tmpdir(), 'narratoria-model-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const generated = { model: 'writer-1', at: '2030-01-01T00:00:00.000Z' }
  await writeWorld(join(root, 'tide'), worldOf(tideDraft), { premise: tidePremise, generated })
  const { campaign, problems } = await readCampaign(join(root, 'tide'))
  expect(problems).toEqual([])
  expect(checkCampaignWorld(campaign!)).toEqual([])
  expect(campaign!.manifest).toMatchObject({ generated: true, generated_by: 'writer-1', generated_at: generated.at })
})
