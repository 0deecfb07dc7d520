import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import type { CharacterQuestion } from '../player/questions.ts'
import { aimsIn } from './aims.ts'
import { taskInNames } from './any-task.ts'
import { worldWithPlot } from './build-premise.ts'
import { isCalled } from './cast-player.ts'
import { allOf, isSaid } from './conditions.ts'
import { capitalize, withThe } from './furnish.ts'
import { isInfinitive } from './infinitive.ts'
import { mentionOf } from './mention.ts'
import type { Named, Premise } from './premise.ts'
import { readAs, rolesIn, saysWho } from './read-as.ts'
import { readPremise } from './read-premise.ts'
import { secondPerson } from './second-person.ts'
import { clauseIn, statedTasksIn } from './stated-tasks.ts'
import { taskToPlayer, withNames } from './task-words.ts'
import { goalInOwnWords, goalOfQuestion, isInOwnWords, wishOf } from './wish.ts'
import { inLowerCase } from './words.ts'

// Names have capitals.
const losing = new RegExp(premiseContent.patterns['answer.losing']!, 'gu')

/** At most so many people, and so many aims, are suggested. */
const mostPeople = 6
const mostAims = 4

/**
 * Asks what a premise leaves to the player: who they are, unless it says who "you" or "I" am; what they want, unless it says so
 * plainly; and how much is added to it. Each has suggested answers, of which the default claims nothing; its id is
 * the option of `buildPremise` that its answer is for.
 *
 * @example
 * ```ts
 * import { buildPremise, premiseQuestions } from '@narratoria/campaigns/premise'
 *
 * const premise = 'Ida and Bram share a lighthouse, and the lamp has gone out.'
 * const [who, what] = premiseQuestions(premise)
 * if (who?.options?.[0]?.name !== 'Ida') throw new Error('Ida should be one of those whom the player can be.')
 * buildPremise(premise, { player: 'Ida', aim: what!.options![0]!.name })
 * ```
 */
export function premiseQuestions(text: string, { player }: { player?: string } = {}): CharacterQuestion[] {
  if (text.trim() === '') return []
  const added = questionOf('plot', [phrase('answer.added'), phrase('answer.stated')])
  return [...castQuestions(text, player).map((each) => ({ ...each, isOpen: true })), added]
}

function castQuestions(text: string, player: string | undefined): CharacterQuestion[] {
  const outside = readPremise(text, { player: '' })
  const isSelf = saysWho(text)
  const roles = isSelf ? [] : rolesIn(outside).slice(0, mostPeople)
  const asked: CharacterQuestion[] = []
  const isAsked = !isSelf && roles.length > 0
  if (isAsked && player === undefined)
    asked.push(questionOf('player', [...roles.map((role) => nameOf(role)), phrase('answer.other')]))
  const read = readAs(text, isAsked ? (player ?? '') : player)
  const usual = worldWithPlot(read)
  const stated = read.need.isYielding === true ? undefined : goalInOwnWords(usual, read)
  if (stated !== undefined && (read.player !== undefined || isSelf)) return asked
  const words = [...questionsIn(read), goalInOwnWords(usual, read) ?? '', ...tasksIn(text, read, roles)].filter(
    (each) => each !== '' && each.length < 120 && isInOwnWords(each, text) && isMeant(each, read),
  )
  const options = withoutRepeats(words)
    .slice(0, mostAims)
    .map((each) => wishOf(each).said.replace(/\.$/u, ''))
    .map((each) => capitalize(each))
  return [...asked, questionOf('aim', [...options, phrase('answer.see')])]
}

function questionOf(id: 'player' | 'aim' | 'plot', names: readonly string[]): CharacterQuestion {
  const options = names.map((name) => ({ name }))
  return { id, kind: 'choice', question: phrase(`ask.${id}`), required: false, options, default: names.at(-1)! }
}

function phrase(key: string): string {
  return String(premiseContent.phrases[key])
}

function nameOf({ name }: Named): string {
  return capitalize(withThe(name))
}

/** What a premise asks, in its own words. */
function questionsIn({ text, question }: Premise): string[] {
  const direct = allOf('answer.asked', text).map((found) => goalOfQuestion(secondPerson(found[1]!.trim())))
  const unknown = allOf('answer.unknown', text).map((found) => goalOfQuestion(secondPerson(found[1]!.trim())))
  const unnamed = allOf('answer.somebody', text).map(([, who = '', deed = '']) => {
    const rest = who
      .split(' ')
      .slice(1)
      .join(' ')
      .replace(/^else ?/, '')
    const clause = deed.split(/,? (?:and|but|while|until|so|yet) /)[0]!.trim()
    return goalOfQuestion(
      `${/^something/i.test(who) ? 'what' : 'who'} ${inLowerCase(secondPerson(clause))}${rest === '' ? '' : ` ${rest}`}`,
    )
  })
  return [...(question === undefined ? [] : [goalOfQuestion(question)]), ...direct, ...unknown, ...unnamed]
}

/** What the player, or another person, must or wants to do. */
function tasksIn(text: string, read: Premise, roles: readonly Named[]): string[] {
  const stated = statedTasksIn(read)
  const own = [
    ...stated.map((each) => taskInNames(each, read)),
    ...aimsIn(read).map(({ words }) => taskToPlayer(words, read)),
  ]
  const isTold = new Set(stated.map(({ index }) => index))
  const others = roles
    .filter(({ name }) => name !== read.player?.name)
    .flatMap((role) => {
      const as = readPremise(text, { player: role.name })
      return statedTasksIn(as)
        .filter(({ index }) => !isTold.has(index))
        .flatMap((each) => {
          const words = withNames(each, as)
          const isAgainst = words === undefined || (read.player && mentionOf(read.player).test(words))
          const values = { person: withThe(role.name), task: secondPerson(words ?? '') }
          return isAgainst ? [] : [fillSentence(phrase('answer.help'), values)]
        })
    })
  return [...own, ...others, ...thingsIn(read), ...openTasksIn(text)]
}

// "Both want the last egg", "knows a secret".
function thingsIn({ text, player }: Premise): string[] {
  const things = allOf('answer.thing', text).flatMap(([, verb = '', thing = '']) => {
    if (isSaid('answer.thirdPerson', thing)) return []
    const key = isSaid('answer.seeking', verb) ? 'answer.seek' : 'answer.get'
    return [fillSentence(phrase(key), { thing: secondPerson(thing) })]
  })
  const missing = allOf('answer.missing', text).map(([, thing = '']) =>
    fillSentence(phrase('answer.seek'), { thing: inLowerCase(secondPerson(thing)) }),
  )
  const lost = [...text.matchAll(losing)].map(([, owner = '', thing = '']) =>
    fillSentence(phrase('answer.regain'), {
      owner: player && isCalled(player, owner) ? 'your' : `${owner}'s`,
      thing,
    }),
  )
  return [...things, ...missing, ...lost, ...(isSaid('answer.secret', text) ? [phrase('answer.secret')] : [])]
}

// "Stop Pompeii the baker from selling": whom it is about must be a person of the premise.
function isMeant(words: string, { people, absent, player }: Premise): boolean {
  const [, whom] = /^stop (.+?) from \p{L}+ing\b/u.exec(words) ?? []
  return (
    whom === undefined ||
    [...people, ...absent, ...(player ? [player] : [])].some((each) =>
      new RegExp(`^(?:${mentionOf(each).source})$`, 'u').test(whom),
    )
  )
}

// "Only together can they open the chest".
function openTasksIn(text: string): string[] {
  return allOf('answer.leads', text).flatMap((found) => {
    const { words } = clauseIn(text.slice(found.index + found[0].length))
    const [verb = ''] = words.split(' ')
    const isClear = words.split(' ').length > 1 && !isSaid('answer.thirdPerson', words)
    return isClear && isInfinitive(verb) ? [secondPerson(words)] : []
  })
}

// "Open the chest" says no more than "help Mei open the chest", and "sell it" than "sell the violin".
function withoutRepeats(all: readonly string[]): string[] {
  const bare = (words: string) => words.toLowerCase().replaceAll(/[^\p{L}\p{N} ]/gu, '')
  const isRepeated = (words: string, index: number) =>
    all.some((other, at) => at < index && (bare(other).includes(bare(words)) || bare(words).includes(bare(other))))
  const isUnclear = (words: string) => {
    const verb = /^(.+ )(?:it|them|him|her)$/u.exec(words)?.[1]
    return verb !== undefined && all.some((other) => other !== words && other.startsWith(verb))
  }
  return all.filter((words, index) => !isUnclear(words) && !isRepeated(words, index))
}
