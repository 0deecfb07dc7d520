import { fillSentence, phrases } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import { checkWorld, holds, offerActs, Scene, validateWorld, type World } from '@narratoria/world'
import { Compile } from 'typebox/compile'
import texts from '../../../data/invention.json' with { type: 'json' }
import type { PremiseOptions } from '../build-premise.ts'
import { isOther } from '../read-as.ts'
import { readPremise } from '../read-premise.ts'
import { compileDraft } from './compile-draft.ts'
import { PremiseDraft } from './draft.ts'

const checker = Compile(PremiseDraft)
/** Most complaints that a model gets at once. */
const maxComplaints = 8

/** What a model is asked for, and how its answer becomes a world. */
export interface PremiseQuestion {
  messages: { role: 'system' | 'user'; content: string }[]
  /** The JSON Schema of the answer. */
  schema: JsonObject
  /** The world of an answer, or what is wrong with it, for the model to correct. */
  read: (answer: JsonObject) => { value: World } | { complaint: string }
}

/**
 * Returns the question by which a model builds a world from a premise. An answer is accepted if the world is valid, `checkWorld` finds
 * nothing in it, at least three acts are possible at the start, and the opening names the people and things of the premise.
 *
 * @throws {TypeError} if the premise is empty
 */
export function premiseQuestion(
  premise: string,
  { title, player, aim }: Pick<PremiseOptions, 'title' | 'player' | 'aim'> = {},
): PremiseQuestion {
  const text = plain(premise)
  if (text === '')
    throw new TypeError('A premise must not be empty; write a sentence about a person, a thing or a place.')
  return {
    messages: [
      { role: 'system', content: texts.task.join('\n') },
      {
        role: 'user',
        content: [
          fillSentence(texts.asked, { premise: JSON.stringify(text) }),
          ...(player === undefined ? [] : [askedPlayer(player)]),
          ...(aim === undefined ? [] : [fillSentence(texts.askedAim, { aim: JSON.stringify(plain(aim)) })]),
        ].join('\n'),
      },
    ],
    schema: structuredClone(PremiseDraft) as unknown as JsonObject,
    read(answer) {
      const faults = shapeFaults(answer)
      if (faults.length > 0) return complain(faults)
      const { world, complaints } = compileDraft(answer as unknown as PremiseDraft)
      const found = complaints.length > 0 ? complaints : [...worldFaults(world), ...namingFaults(world, text, player)]
      if (found.length > 0) return complain(found)
      return { value: title === undefined ? world : { ...world, title } }
    },
  }
}

function plain(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
}

function askedPlayer(player: string): string {
  return isOther(player) ? texts.askedOther : fillSentence(texts.askedPlayer, { player: JSON.stringify(plain(player)) })
}

function complain(complaints: readonly string[]): { complaint: string } {
  return { complaint: complaints.slice(0, maxComplaints).join('; ') }
}

function shapeFaults(answer: JsonObject): string[] {
  if (checker.Check(answer)) return []
  return checker
    .Errors(answer)
    .map(({ instancePath, message }) =>
      fillSentence(texts.shape, { path: instancePath.slice(1).replaceAll('/', '.') || 'the answer', message }),
    )
}

function worldFaults(world: World): string[] {
  const invalid = validateWorld(world)
  if (invalid.length > 0) return invalid.map(({ message }) => message)
  const problems = checkWorld(world).map(({ message }) => message)
  const isDone = Object.values(world.goals ?? {}).some(({ done }) => holds(new Scene(world, {}), done))
  const choices = offerActs(world, {}, { phrases })
  return [
    ...problems,
    ...(isDone ? [texts.actionless] : []),
    ...(choices.length < 3
      ? [fillSentence(texts.fewChoices, { place: world.places[world.player.at]?.name ?? '' })]
      : []),
  ]
}

/** People and things of the premise that the opening does not name. */
function namingFaults({ opening }: World, premise: string, player: string | undefined): string[] {
  const { people, things } = readPremise(premise, player === undefined ? {} : { player })
  const known = opening.toLowerCase()
  return [...people, ...things]
    .filter(({ name, aliases }) => ![name, ...aliases].some((each) => known.includes(each.toLowerCase())))
    .map(({ name }) => fillSentence(texts.unnamed, { name }))
}
