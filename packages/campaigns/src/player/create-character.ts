import { fillSentence } from '@narratoria/content'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { World } from '@narratoria/world'
import texts from '../../data/character.json' with { type: 'json' }
import { type CharacterQuestion, lists, questionsOf } from './questions.ts'
import type { Origin, PlayerTemplate } from './template.ts'

/** Answers by the ids of their questions: words, or for `points` a number for each attribute. */
export type CharacterAnswers = Record<string, string | Record<string, number>>

/** The player's character, as a story begins with it. */
export interface Character {
  /** Who the character is, for a narrating model: a line of prose, then a line for each choice and each answer. */
  persona: string
  /** What the state of the world begins with, under the key `world`: what is carried, abilities, and flags for conditions. */
  state: JsonObject
}

/** Why an answer cannot be used. */
export interface AnswerProblem {
  /** The id of the question. */
  id: string
  message: string
}

const maxAnswerLength = 500

/**
 * Creates the player's character from the answers to the questions of a template. Questions without an answer get their defaults. An
 * answer to `race`, `class`, `background` or `preset` is also a flag of that name, so that conditions of the campaign can use it.
 */
export function createCharacter(
  template: PlayerTemplate,
  answers: CharacterAnswers,
  world: World,
): { character?: Character; problems: AnswerProblem[] } {
  const questions = questionsOf(template)
  const problems = [
    ...unknownAnswers(questions, answers),
    ...questions.flatMap((each) => problemsOf(each, answers[each.id])),
  ]
  if (problems.length > 0) return { problems }
  const chosen = Object.entries(lists).flatMap(([id, list]): [string, Origin][] => {
    const answer = textOf(answers[id])
    const origin = template[list]?.find(({ name }) => same(name, answer))
    return origin ? [[id, origin]] : []
  })
  const origins = chosen.map(([, origin]) => origin)
  const traits = traitsOf(questions, answers, origins)
  const items = [...(template.starting_items ?? []), ...origins.flatMap(({ starting_items: own = [] }) => own)]
  const { persona, description } = describe(template, questions, answers, origins)
  const flags = Object.fromEntries(chosen.map(([id, { name }]) => [id, name]))
  const name = textOf(answers['name']) || template.name
  return {
    problems: [],
    character: {
      persona,
      state: {
        ...carried(items, world),
        ...(Object.keys(traits).length > 0 && { traits }),
        flags: { ...flags, ...(name !== undefined && { name }) },
        ...(description !== '' && { descriptions: { player: description } }),
      },
    },
  }
}

/** The values that the answers to a template's questions can give to flags. */
export function flagsOf(template: PlayerTemplate): Record<string, string[]> {
  const names = Object.entries(lists).map(([id, list]) => [id, (template[list] ?? []).map(({ name }) => name)] as const)
  return { name: ['Ada'], ...Object.fromEntries(names) }
}

function unknownAnswers(questions: readonly CharacterQuestion[], answers: CharacterAnswers): AnswerProblem[] {
  return Object.keys(answers)
    .filter((id) => !questions.some((question) => question.id === id))
    .map((id) => ({ id, message: fillSentence(texts.unknownAnswer, { id }) }))
}

function problemsOf({ id, kind, question, required, options, attributes, pool }: CharacterQuestion, answer: unknown) {
  const problem = (text: string, values: Record<string, string | number> = {}): AnswerProblem[] => [
    { id, message: fillSentence(text, { question, ...values }) },
  ]
  if (kind === 'points') {
    if (answer === undefined || answer === '') return []
    const given = isJsonObject(answer) ? answer : {}
    const wrong = attributes?.find(({ name, min, max, default: usual }) => {
      const value = given[name] ?? usual
      return typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max
    })
    if (wrong) return problem(texts.notANumber, { attribute: wrong.name, min: wrong.min, max: wrong.max })
    const spent = (attributes ?? []).reduce((sum, { name, default: usual }) => sum + Number(given[name] ?? usual), 0)
    return spent > (pool ?? 0) ? problem(texts.overspent, { spent, pool: pool ?? 0 }) : []
  }
  const text = textOf(answer)
  if (text === '') return required ? problem(texts.required) : []
  if (text.length > maxAnswerLength) return problem(texts.tooLong, { most: maxAnswerLength })
  if (options && !options.some(({ name }) => same(name, text)))
    return problem(texts.unknown, { answer: text, options: options.map(({ name }) => name).join(', ') })
  return []
}

/** Abilities: numbers of the template, those of the chosen origins, and the divided points. */
function traitsOf(
  questions: readonly CharacterQuestion[],
  answers: CharacterAnswers,
  origins: readonly Origin[],
): Record<string, number> {
  const traits: Record<string, number> = {}
  const points = questions.find(({ kind }) => kind === 'points')
  const given = isJsonObject(answers['points']) ? answers['points'] : {}
  for (const { name, default: usual } of points?.attributes ?? []) traits[name] = Number(given[name] ?? usual)
  for (const { traits: own = [] } of origins) {
    // A fitting trait adds 1 to a roll.
    const each = Array.isArray(own) ? own.map((trait): [string, number] => [trait, 1]) : Object.entries(own)
    for (const [trait, value] of each) traits[trait] = (traits[trait] ?? 0) + value
  }
  return traits
}

/** Moves things of the world to the player, and adds those that the world does not have. */
function carried(items: readonly string[], world: World): JsonObject {
  const at: JsonObject = {}
  const things: JsonObject = {}
  for (const item of new Set(items)) {
    const known = Object.entries(world.things).find(([id, { name }]) => id === item || same(name, item))?.[0]
    const id = item
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[^a-z]+|_+$/g, '')
    if (known !== undefined) at[known] = 'player'
    else if (id !== '') things[`own_${id}`] = { name: item, at: 'player' }
  }
  return {
    ...(Object.keys(at).length > 0 && { at }),
    ...(Object.keys(things).length > 0 && { added: { things } }),
  }
}

/** The persona, and what those read who look at themselves: the same in one paragraph, where names of choices label no sentence. */
function describe(
  { name, description, background }: PlayerTemplate,
  questions: readonly CharacterQuestion[],
  answers: CharacterAnswers,
  origins: readonly Origin[],
): { persona: string; description: string } {
  const chosenName = textOf(answers['name']) || name || ''
  const said = questions.flatMap(({ id, kind, question }) => {
    const answer = textOf(answers[id])
    if (kind !== 'text' || id === 'name' || answer === '') return []
    return id === 'description' ? [answer] : [`${question} ${answer}`]
  })
  const person = [chosenName, description, background]
  const labelled = origins.map((origin) => [origin.name, origin.description].filter(Boolean).join(': '))
  const about = origins.map((origin) => origin.description || origin.name)
  return {
    persona: sentences([sentences(person).join(' '), ...labelled, ...said]).join('\n'),
    description: sentences([...person, ...about, ...said]).join(' '),
  }
}

/** The parts that are not empty, each with a mark at its end. */
function sentences(parts: readonly (string | undefined)[]): string[] {
  return parts
    .map((part) => (part ?? '').trim())
    .filter((part) => part !== '')
    .map((part) => (/[.!?…”]$/.test(part) ? part : `${part}.`))
}

function textOf(answer: unknown): string {
  return typeof answer === 'string' ? answer.replaceAll(/[\p{C}\s]+/gu, ' ').trim() : ''
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
