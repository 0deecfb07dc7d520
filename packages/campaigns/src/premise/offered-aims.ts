import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import { aimsIn, offersIn } from './aims.ts'
import { taskInNames } from './any-task.ts'
import { isCalled } from './cast-player.ts'
import { allOf, isSaid, patternOf } from './conditions.ts'
import { withThe } from './furnish.ts'
import { isInfinitive } from './infinitive.ts'
import { mentionOf } from './mention.ts'
import type { Named, Premise } from './premise.ts'
import { rolesIn, saysWho } from './read-as.ts'
import { pronounsIn } from './references.ts'
import { readPremise } from './read-premise.ts'
import { secondPerson } from './second-person.ts'
import { clauseIn, type StatedTask, statedTasksIn } from './stated-tasks.ts'
import { mainClausesOf } from './main-clauses.ts'
import { taskToPlayer, withNames } from './task-words.ts'
import { goalOfQuestion, isInOwnWords, wishOf } from './wish.ts'
import { inLowerCase } from './words.ts'

// Names have capitals.
const losing = new RegExp(premiseContent.patterns['answer.losing']!, 'gu')

/** At most so many letters of an aim. */
const longest = 120

/** What the player may want, in the words of the premise, the most urgent first; at last what any premise leaves open. */
export function offeredAims(read: Premise): string[] {
  const roles = rolesIn(readPremise(read.text, { player: '' }))
  const others = [...tasksOfOthers(read, roles), ...thingsIn(read), ...openTasksIn(read.text)]
  const stated = clear([...playersAims(read), ...others], read)
  const own = stated.length > 0 ? stated : clear(oddIn(read), read)
  return withoutRepeats([...own, ...openAimsOf(read, roles)])
}

/** The first of what the player may want. */
export function firstAimOf(read: Premise): string {
  const [own] = withoutRepeats(clear(playersAims(read), read))
  return own ?? offeredAims(read)[0]!
}

function playersAims(read: Premise): string[] {
  const stated = playersTasks(read).map((each) => taskInNames(each, read))
  const wanted = [...offersIn(read), ...aimsIn(read)].map(({ words }) => taskToPlayer(words, read))
  return [...ownTasksIn(read), ...questionsIn(read), ...stated, ...wanted]
}

function clear(all: readonly string[], read: Premise): string[] {
  return all.filter(
    (each) =>
      each !== '' &&
      each.length < longest &&
      wishOf(each).kind !== 'other' &&
      isInOwnWords(each, read.text) &&
      isMeant(each, read),
  )
}

/** The tasks of the player that a premise states. One whose pronoun has no name is none. */
export function ownTasksIn(read: Premise): string[] {
  return playersTasks(read).flatMap((stated) => {
    const { until } = stated
    const words = withNames(stated, read)
    const task = words === undefined ? '' : taskToPlayer(words, read)
    const isClear = pronounsIn(task).every(({ start, gender }) => gender === 'it' && start > task.length / 2)
    if (task === '' || !isClear) return []
    const time = until === undefined ? '' : taskToPlayer(until, read)
    return [time === '' || pronounsIn(time).length > 0 ? task : `${task} ${time}`]
  })
}

// "A samurai sent to kill": it is the player's task only if the player is the samurai.
function playersTasks(read: Premise): StatedTask[] {
  const isOthers = read.player === undefined && !saysWho(read.text)
  return statedTasksIn(read).filter(({ index }) => !(isOthers && isSaid('answer.sent', read.text.slice(0, index))))
}

// What is behind it and what a person of the premise needs; the former comes first where something is strange.
function openAimsOf({ player, text }: Premise, roles: readonly Named[]): string[] {
  const [other] = roles.filter(({ name }) => name !== player?.name)
  const help = other ? [fillSentence(phrase('answer.helpAlone'), { person: withThe(other.name) })] : []
  return isSaid('answer.puzzling', text) ? [phrase('answer.behind'), ...help] : [...help, phrase('answer.behind')]
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
  const [, asked] = /(?:^|[.!?;:]\s+)([^.!?;:“”"]{8,140})\?(?!["”’])/u.exec(text) ?? []
  const first = asked === undefined ? [] : [secondPerson(asked.trim().replace(/^(?:and|but|so),? /iu, ''))]
  return [
    ...first.map((each) => goalOfQuestion(each)),
    ...(question === undefined ? [] : [goalOfQuestion(question)]),
    ...direct,
    ...unknown,
    ...unnamed,
  ]
}

/** What other people of the premise must or want to do. */
function tasksOfOthers(read: Premise, roles: readonly Named[]): string[] {
  const isTold = new Set(statedTasksIn(read).map(({ index }) => index))
  return roles
    .filter(({ name }) => name !== read.player?.name)
    .flatMap((role) => {
      const as = readPremise(read.text, { player: role.name })
      return statedTasksIn(as)
        .filter(({ index }) => !isTold.has(index))
        .flatMap((each) => {
          const words = withNames(each, as)
          const isAgainst = words === undefined || (read.player && mentionOf(read.player).test(words))
          const values = { person: withThe(role.name), task: secondPerson(words ?? '') }
          return isAgainst ? [] : [fillSentence(phrase('answer.help'), values)]
        })
    })
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

// "The lamps go out one after another", but not "the lamps are red": what may have a reason.
function oddIn(read: Premise): string[] {
  const odd = mainClausesOf(read).flatMap(({ text, tense, isOpen, isOfPlayer, subjects, predicate }) => {
    const isPlain = isOpen || isOfPlayer || subjects.length === 0 || !/^(?:present|perfect|past)$/.test(tense)
    if (isPlain || isSaid('answer.plain', predicate)) return []
    const at = text.indexOf(predicate)
    const words = `${text.slice(0, at)}${predicate.split(',')[0]!}`.replace(patternOf('answer.opener'), '')
    const isClear = at > 0 && pronounsIn(words).length === 0 && !isSaid('answer.unclearClause', words)
    return isClear ? [secondPerson(words).replace(patternOf('answer.determiner'), (word) => word.toLowerCase())] : []
  })
  const first = odd.find((each) => isSaid('answer.odd', each)) ?? odd[0]
  return first === undefined ? [] : [fillSentence(phrase('answer.find'), { question: `why ${first}` })]
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

function phrase(key: string): string {
  return String(premiseContent.phrases[key])
}
