import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Campaign } from '@narratoria/campaigns'
import {
  type Character,
  type CharacterAnswers,
  type CharacterQuestion,
  createCharacter,
  questionsOf,
} from '@narratoria/campaigns/player'
import { isJsonObject } from '@narratoria/protocol'
import { UsageError } from '../exit-codes.ts'
import { findPlayable } from '../host/campaign-library.ts'
import type { Io } from '../io.ts'
import { print, printStyled } from '../terminal/print.ts'
import { openPrompt, type Prompt } from '../terminal/prompt.ts'
import { describeTerminal, type Terminal, wrap } from '../terminal/terminal.ts'

/** A campaign whose player template asks something. */
export type AskingCampaign = Pick<Campaign, 'player' | 'world'> & { player: NonNullable<Campaign['player']> }

/** The campaign of a name or folder, if its player template asks something. */
export async function findAsking(name: string, io: Pick<Io, 'env' | 'cwd'>): Promise<AskingCampaign | undefined> {
  // One with errors is reported when the story begins.
  const { player, world } = (await findPlayable(name, io)) ?? {}
  return player && world && questionsOf(player).length > 0 ? { player, world } : undefined
}

/**
 * The character that a file of answers describes.
 *
 * @throws {UsageError} if the file or an answer cannot be used
 */
export function characterFromFile(file: string, { player, world }: AskingCampaign, io: Pick<Io, 'cwd'>): Character {
  let answers: unknown
  try {
    answers = JSON.parse(readFileSync(resolve(io.cwd, file), 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${(error as Error).message}`)
  }
  if (!isJsonObject(answers)) throw new UsageError(`${file} must be a JSON object with an answer for each question`)
  return characterOf(answers as CharacterAnswers, { player, world })
}

/** @throws {UsageError} if an answer cannot be used */
export function characterOf(answers: CharacterAnswers, { player, world }: AskingCampaign): Character {
  const { character, problems } = createCharacter(player, answers, world)
  if (!character)
    throw new UsageError(`the character cannot be created: ${problems.map(({ message }) => message).join(' ')}`)
  return character
}

/** Asks the questions of a campaign at a terminal. Returns undefined if the player leaves. */
export async function askCharacter(
  io: Io,
  { player, world }: AskingCampaign,
  { plain }: { plain: boolean },
): Promise<Character | undefined> {
  const terminal = describeTerminal(io, { plain })
  const prompt = openPrompt(io, { plain })
  const answers: CharacterAnswers = {}
  try {
    let open = questionsOf(player)
    for (;;) {
      for (const question of open) {
        const answer = await askOne(question, { io, prompt, terminal })
        if (answer === undefined) return undefined
        if (answer !== '') answers[question.id] = answer
        else delete answers[question.id]
      }
      const { character, problems } = createCharacter(player, answers, world)
      if (character) return character
      for (const { message } of problems) print(io, wrap(message, terminal.columns))
      open = questionsOf(player).filter(({ id }) => problems.some((problem) => problem.id === id))
    }
  } finally {
    prompt.close()
  }
}

export interface Asking {
  io: Io
  prompt: Prompt
  terminal: Terminal
}

/** Asks one question. Resolves to an empty text if the player answers nothing, and to `undefined` if the player leaves. */
export async function askOne(question: CharacterQuestion, { io, prompt, terminal }: Asking) {
  const { kind, guidance, examples, required, isOpen = false, default: usual, options = [], attributes = [] } = question
  printStyled(io, `\n${terminal.bold(wrap(question.question, terminal.columns))}\n`)
  const help = [guidance, examples && `For example: ${examples.join('; ')}.`].filter(Boolean).join(' ')
  if (help !== '') printStyled(io, `${terminal.dim(wrap(help, terminal.columns))}\n`)
  for (const [index, { name, description }] of options.entries())
    print(io, wrap(`  ${index + 1}. ${name}${description === undefined ? '' : `. ${description}`}`, terminal.columns))
  for (const { name, min, max, default: usual } of attributes)
    print(io, `  ${name}: ${min} to ${max}, usually ${usual}`)
  const ownWords = isOpen ? 'or in your own words; ' : ''
  const none = `${ownWords}Enter for ${usual === undefined ? 'none' : options.findIndex(({ name }) => name === usual) + 1}`
  const hint =
    kind === 'points' ? `${attributes.map(({ name }) => `${name} 1`).join(', ')} ` : required ? '' : `(${none}) `
  const answer = (await prompt.ask(`${hint}> `))?.trim()
  if (answer === undefined || answer === '/quit') return undefined
  if (kind === 'points') return answer === '' ? '' : pointsIn(answer, attributes)
  return kind === 'choice' ? (options[Number(answer) - 1]?.name ?? answer) : answer
}

/** Reads "force 1, charm 2", or the numbers alone in the order of the attributes. */
function pointsIn(answer: string, attributes: NonNullable<CharacterQuestion['attributes']>): Record<string, number> {
  const numbers = answer.match(/-?\d+/g) ?? []
  if (/^[\d\s,;]+$/.test(answer))
    return Object.fromEntries(
      attributes.flatMap(({ name }, index) => (numbers[index] === undefined ? [] : [[name, Number(numbers[index])]])),
    )
  return Object.fromEntries(
    attributes.flatMap(({ name }) => {
      const after = answer.toLowerCase().split(name.toLowerCase())[1]
      const number = /^[\s:=]*(-?\d+)/.exec(after ?? '')?.[1]
      return number === undefined ? [] : [[name, Number(number)]]
    }),
  )
}
