import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phrases } from '@narratoria/content'
import { perform, riskOf, type World } from '@narratoria/world'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCampaign, writeCampaign } from '../src/index.ts'
import { createCharacter, type PlayerTemplate, questionsOf } from '../src/player/index.ts'

const pier: World = {
  title: 'Pier',
  opening: 'A pier.',
  player: { at: 'pier', traits: { swim: 1 } },
  places: { pier: { name: 'pier' } },
  things: {
    lamp: { name: 'lamp', at: 'nowhere' },
    gate: { name: 'gate', at: 'pier', openable: true, is: ['locked'], force: 0 },
  },
  people: {},
}

const guided: PlayerTemplate = {
  character_creation: { mode: 'guided', guidance: 'You are one of the crew.' },
  allowed_classes: [
    { name: 'Diver', description: 'You go down.', traits: { force: 2 }, starting_items: ['lamp'] },
    { name: 'Cook', traits: ['kitchen'], restrictions: 'Not below deck.' },
  ],
  required_attributes: ['age'],
  starting_stats: {
    point_pool: 3,
    attributes: [
      { name: 'force', max: 2 },
      { name: 'charm', default: 1 },
    ],
  },
  starting_items: ['silver whistle'],
  prompts: [{ question: 'What do you fear?', guidance: 'One thing.', examples: ['the deep'] }],
}
const complete = {
  name: 'Ada',
  class: 'diver',
  attribute_age: '40',
  prompt_1: 'The deep',
  points: { force: 1, charm: 2 },
}

describe('a player template', () => {
  it('asks what its mode says, in order', () => {
    expect(questionsOf({})).toEqual([])
    expect(questionsOf({ character_creation: { mode: 'freeform' } }).map(({ id }) => id)).toEqual([
      'name',
      'description',
    ])
    const preset = {
      character_creation: { mode: 'preset' as const },
      name: 'Ada',
      presets: [{ name: 'A' }, { name: 'B' }],
    }
    expect(questionsOf(preset)).toMatchObject([
      { id: 'preset', kind: 'choice', options: [{ name: 'A' }, { name: 'B' }] },
    ])
    expect(questionsOf(guided)).toMatchObject([
      { id: 'name', kind: 'text', required: false, guidance: 'You are one of the crew.' },
      {
        id: 'class',
        kind: 'choice',
        required: true,
        options: [{ name: 'Diver' }, { name: 'Cook', description: 'Not below deck.' }],
      },
      { id: 'attribute_age', question: 'Age?', required: true },
      { id: 'prompt_1', question: 'What do you fear?', examples: ['the deep'] },
      {
        id: 'points',
        pool: 3,
        attributes: [
          { name: 'force', min: 0, max: 2, default: 0 },
          { name: 'charm', max: 3 },
        ],
      },
    ])
  })

  it('becomes a character: words for the narrator, what is carried, abilities and flags', () => {
    const { character, problems } = createCharacter(guided, complete, pier)
    expect(problems).toEqual([])
    expect(character!.persona).toBe('Ada.\nDiver: You go down.\nAge? 40.\nWhat do you fear? The deep.')
    expect(character!.state).toEqual({
      at: { lamp: 'player' },
      added: { things: { own_silver_whistle: { name: 'silver whistle', at: 'player' } } },
      traits: { force: 3, charm: 2 },
      flags: { class: 'Diver', name: 'Ada' },
      descriptions: { player: 'Ada. You go down. Age? 40. What do you fear? The deep.' },
    })
  })

  it('is played: what is carried is there, and abilities move dice', () => {
    const { state } = createCharacter(guided, complete, pier).character!
    const inventory = perform(pier, state, { act: 'inventory' }, { seq: 1, phrases }).summary
    expect(inventory).toContain('lamp')
    expect(inventory).toContain('silver whistle')
    expect(perform(pier, state, { act: 'examine', thing: 'player' }, { seq: 1, phrases }).summary).toContain('Ada')
    const risk = (given: object) =>
      riskOf(pier, given, { act: 'open', thing: 'gate', with: 'force' }, { phrases }) ??
      riskOf(pier, given, { act: 'attack', thing: 'gate' }, { phrases })
    expect(risk(state)).toMatchObject({ modifier: 3, reasons: ['force +3'] })
    expect(risk({})).toMatchObject({ modifier: 0 })
  })

  it.each([
    [{ ...complete, class: 'Pilot' }, 'class', /is not one of the answers .*: Diver, Cook/],
    [{ ...complete, class: '' }, 'class', /needs an answer/],
    [{ ...complete, attribute_age: ' ' }, 'attribute_age', /"Age\?" needs an answer/],
    [{ ...complete, prompt_1: 'x'.repeat(501) }, 'prompt_1', /longer than 500 characters/],
    [{ ...complete, points: { force: 3, charm: 0 } }, 'points', /"force" must be an integer from 0 to 2/],
    [{ ...complete, points: { force: 2, charm: 2 } }, 'points', /These are 4 points, and there are 3/],
    [{ ...complete, race: 'elf' }, 'race', /is not a question/],
  ])('refuses the answers %j', (answers, id, message) => {
    const { character, problems } = createCharacter(guided, answers, pier)
    expect(character).toBeUndefined()
    expect(problems).toEqual([{ id, message: expect.stringMatching(message) }])
  })

  it('is checked with file and line', async () => {
    const root = await mkdtemp(join(tmpdir(), 'narratoria-player-'))
    onTestFinished(() => rm(root, { recursive: true }))
    const folder = join(root, 'pier')
    await writeCampaign(folder, { title: 'Pier', place: 'a pier', goal: 'a rope' })
    await mkdir(join(folder, 'characters/player'), { recursive: true })
    const check = async (template: object) => {
      await writeFile(join(folder, 'characters/player/template.json'), JSON.stringify(template, null, 1))
      return (await readCampaign(folder)).problems
    }
    expect(await check(guided)).toEqual([])
    expect(await check({ character_creation: { mode: 'quiz' } })).toMatchObject([
      { code: 'invalid_template', at: 'characters/player/template.json:3' },
    ])
    expect(await check({ starting_location: 'moon' })).toContainEqual(
      expect.objectContaining({ code: 'unknown_place', at: 'characters/player/template.json:2' }),
    )
  })
})
