import { phrases } from '@narratoria/content'
import { type Act, holds, type OfferedAct, offerActs, Scene, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildPremise } from '../../src/premise/index.ts'
import { plotStories } from '../premise/plot-stories.ts'
import { shippedWorlds } from './shipped-worlds.ts'
import { walk } from './walk.ts'

interface Sample {
  /** Name of the campaign. */
  name: string
  offered: OfferedAct
  /** How many were offered in the same turn. */
  count: number
  world: World
  player: WorldPlayer
  /** Texts that the player has read before, with the person who spoke, or the thing that was read. */
  read: readonly ReadText[]
  /** Acts that the player has done before. */
  done: readonly Act[]
}

interface ReadText {
  text: string
  source?: string
}

const plays = await choicesOfPlays(12)
const samples = sampleChoices(60, 4)

describe('60 choices from each shipped world and each plot of a premise', () => {
  it('can be played as offered', () => {
    const refused = samples.filter(({ offered, player, world }) => {
      const { performed } = new WorldPlayer(world, { seed: 3, state: player.state }).perform([offered.act])
      return performed[0]?.status !== 'done'
    })
    expect(refused.map(({ offered }) => offered.text)).toEqual([])
  })

  it('mean the same act when their words are typed', () => {
    for (const { offered, player, world } of samples.filter((_, index) => index % 5 === 0)) {
      const typed = new WorldPlayer(world, { seed: 3, state: player.state }).play(offered.text)
      const chosen = new WorldPlayer(world, { seed: 3, state: player.state }).perform([offered.act])
      expect(typed.text, offered.text).toBe(chosen.text)
    }
  })

  it('are three or four in every turn', () => {
    expect(samples.filter(({ count }) => count < 3 || count > 4)).toEqual([])
  })

  it('refer to what happened or is known, in at least 80 % of all and of each campaign', () => {
    // A share of a few plays says little.
    const many = sampleChoices(300, 12)
    const { hall: _, ...byCampaign } = Object.groupBy(many, ({ name }) => name)
    for (const [name, all] of Object.entries({ ...byCampaign, all: many })) {
      const unknown = all!.filter((sample) => !refersToKnown(sample))
      const texts = unknown.map(({ offered }) => offered.text).join('; ')
      expect(unknown.length / all!.length, `${name}: ${texts}`).toBeLessThanOrEqual(0.2)
    }
  })

  it('ask only about topics that the player has heard or read of', () => {
    const asked = samples.filter(({ offered }) => offered.act.topic !== undefined)
    expect(asked.length).toBeGreaterThanOrEqual(40)
    expect(asked.filter((sample) => !refersToKnown(sample)).map(({ offered }) => offered.text)).toEqual([])
  })

  it('name in their hints only who or what has mentioned the subject', () => {
    const hints = samples.filter(({ offered }) => /mention/.test(offered.odds.hint ?? ''))
    expect(hints.length).toBeGreaterThanOrEqual(5)
    for (const sample of hints) {
      const { offered, read } = sample
      const source = read.some(
        (each) =>
          each.source !== undefined &&
          offered.odds.hint!.includes(each.source) &&
          subjectsOf(sample).some((names) => names.some((name) => hasWords(each.text, name))),
      )
      expect(source, `${offered.text} (${offered.odds.hint})`).toBe(true)
    }
  })
})

/** Choices of each world's first plays, taken at equal distances. */
function sampleChoices(count: number, playCount: number): Sample[] {
  return plays.flatMap((each) => {
    const all = each.slice(0, playCount).flat()
    return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]!)
  })
}

/** The choices of every turn of simulated plays, for each world and play. */
async function choicesOfPlays(count: number): Promise<Sample[][][]> {
  const invented = plotStories.map(({ plot, premise, player }): [string, World] => [
    plot,
    buildPremise(premise, { plot, ...(player !== undefined && { player }) }),
  ])
  return [...(await shippedWorlds()), ...invented].map(([name, world]) =>
    Array.from({ length: count }, (_, index) => {
      const all: Sample[] = []
      // A story opens with its opening and a look around.
      const read: ReadText[] = [
        { text: world.opening },
        { text: new WorldPlayer(world).perform([{ act: 'look' }]).text },
      ]
      const done: Act[] = []
      walk(world, { seed: index + 1, maxTurns: 25 }, (player, turn, act) => {
        if (act !== undefined) done.push(act)
        for (const { entries } of turn?.performed ?? [])
          read.push(...entries.map(({ text, speaker }) => readText(world, act!, { text, speaker })))
        const state = {
          player: new WorldPlayer(world, { state: player.state }),
          world,
          read: [...read],
          done: [...done],
        }
        const choices = offerActs(world, player.state, { phrases })
        all.push(...choices.map((offered) => ({ name, offered, count: choices.length, ...state })))
      })
      return all
    }),
  )
}

function readText(world: World, act: Act, { text, speaker }: { text: string; speaker: string | undefined }): ReadText {
  const source = speaker ?? (act.act === 'read' ? act.thing : undefined)
  const name = source && (world.people[source] ?? world.things[source])?.name
  return { text, ...(name !== undefined && { source: name }) }
}

/**
 * Whether the player has read of, or acted on, everything that an act names. Looking around, listening and waiting do not
 * count, nor does a way whose end was not named, nor a question about something that was not mentioned and follows from nothing
 * that happened.
 */
function refersToKnown(sample: Sample): boolean {
  // Yes and no answer what was asked just now.
  if (sample.offered.act.act.startsWith('confirm-')) return true
  const subjects = subjectsOf(sample)
  if (subjects.length === 0) return false
  const { read, done, offered, world } = sample
  const { person, topic } = offered.act
  const { when } = world.people[person ?? '']?.topics?.[topic ?? ''] ?? {}
  const follows = when !== undefined && !holds(new Scene(world, world.state ?? {}), when)
  return subjects.every((names, index) => {
    const isTopic = topic !== undefined && index === subjects.length - 1
    const isActedOn = done.some((act) => Object.values(act).some((role) => names.includes(role as string)))
    return isActedOn || (isTopic && follows) || read.some(({ text }) => names.some((name) => hasWords(text, name)))
  })
}

/** For each role of an act, the id and the names of what it is about. The last is the topic, if there is one. */
function subjectsOf({ offered: { act }, world, player }: Sample): string[][] {
  const scene = new Scene(world, player.state)
  const destination = act.to && scene.exitsOf(scene.here)[act.to]?.to
  const subjects = [act.thing, act.with, act.where, act.person, destination].flatMap((id) => {
    const entry = id === undefined ? undefined : (scene.things[id] ?? scene.people[id] ?? scene.places[id])
    // What is only described has no name but its word.
    return id === undefined ? [] : [[id, ...(entry ? [entry.name, ...(entry.aliases ?? [])] : [])]]
  })
  if (act.topic === undefined) return subjects
  const { keywords = [] } = world.people[act.person ?? '']?.topics?.[act.topic] ?? {}
  return [...subjects, [act.topic.replaceAll('_', ' '), ...keywords]]
}

function hasWords(text: string, words: string): boolean {
  const wordsOf = (each: string) =>
    ` ${each
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `
  const [whole, named] = [wordsOf(text), wordsOf(words)]
  // A plural names it too.
  return whole.includes(named) || whole.includes(`${named.trimEnd()}s `) || whole.includes(named.replace(/s $/, ' '))
}
