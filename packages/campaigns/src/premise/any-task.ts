import { fillSentence } from '@narratoria/content'
import { premiseContent } from '@narratoria/content/premises'
import { aimsIn, needOfAim, type StatedAim } from './aims.ts'
import { isSaid } from './conditions.ts'
import { withThe } from './furnish.ts'
import { gerundOf, infinitiveOf } from './infinitive.ts'
import type { Need, Read } from './needs.ts'
import { type StatedTask, statedTasksIn } from './stated-tasks.ts'
import { deedOf, makingOf, type Task } from './tasks.ts'
import { taskToPlayer, withNames } from './task-words.ts'
import { undertakingOf } from './undertakings.ts'
import { inLowerCase, joinedList } from './words.ts'

/** At most so many people are named in the goal of a premise that states none. */
const mostHeard = 3

const { faults } = premiseContent.undertakings
const faultVerbs = premiseContent.undertakings.faultVerbs.map((each) => ({
  ...each,
  expression: new RegExp(`\\b(?:${each.said})`, 'iu'),
}))
const fault = new RegExp(
  `\\b(?<determiner>(?:the|my|our|your|whose) )(?<object>(?:[\\p{L}'’-]+ ){0,2}?[\\p{L}'’-]+)(?: (?:in|of|on|at|under) (?:the |my |our )?(?:(?!\\bwhose\\b)[^.,;!?]){2,30}?)? (?<said>${faults})(?=[.,;:!?]| and\\b|$)`,
  'giu',
)

/** The task that a premise states in any words, as one that is known in detail, or else by the class of its verb. */
export function anyTaskOf(read: Read): Need | undefined {
  for (const stated of statedTasksIn(read)) {
    const need = needOfTask(stated, read)
    if (need) return need
  }
  return undefined
}

/** The first task that a premise states, if a person of the premise knows how it is done or stands in its way, or if its object has a class of its own. */
export function hinderedTaskOf(read: Read): Need | undefined {
  const need = anyTaskOf(read)
  return need?.plot === 'task' && isOwn(need) ? need : undefined
}

/** The need of what a premise wants done without saying that anybody must. */
export function wantedOf(read: Read): Need | undefined {
  const wanted = aimsIn(read).find((aim) => aim.question === undefined && aim.isYielding !== true)
  return wanted && needFor(wanted, read)
}

/** The words of a stated task to the player, with a name for a pronoun behind the verb: "find her" → `find Mei`. */
export function taskInNames(stated: StatedTask, read: Read): string {
  return taskToPlayer(withNames(stated, read) ?? stated.words, read)
}

/** The need of a task in words of the player's own: as its class has it if a person of the premise knows how it is done or stands in its way, or if its object has a class of its own. */
export function needOfWish(words: string, read: Read): Need {
  const stated = statedTasksIn(read).find((each) => taskInNames(each, read) === words)
  const aim = aimsIn(read).find((each) => taskToPlayer(each.words, read) === words)
  if (aim) return needFor(aim, read)
  const need = needOfTask(stated ?? { words, index: read.text.length }, read)
  return need && (stated !== undefined || isOwn(need)) ? need : needOfAim({ words, index: 0 }, read)
}

/** The need of what a premise asks or leaves open, or of a task that no class has. */
export function openAimOf(read: Read, question?: string): Need {
  const [stated] = question === undefined ? statedTasksIn(read) : []
  if (stated) return needOfAim({ ...stated, isYielding: true }, read)
  const [aim] = question === undefined ? aimsIn(read) : []
  if (aim) return needFor(aim, read)
  if (question !== undefined)
    return needOfAim({ words: `find out ${question}`, question, index: 0, isYielding: true }, read)
  const { questionOpen } = premiseContent.phrases
  const need = needOfAim({ words: decisionFor(read), question: String(questionOpen), index: 0, isYielding: true }, read)
  return { ...need, values: { ...need.values, question: String(questionOpen), open: 'yes' } }
}

/** What is to be done where a premise neither states it nor asks: those are heard who have something to say, and then it is decided. */
function decisionFor({ people }: Read): string {
  const able = people.filter(({ isAnimal, isAsleep, isDue }) => !isAnimal && !isAsleep && !isDue)
  const single = able.filter(({ isPlural }) => !isPlural)
  const heard = (single.length > 0 ? single : able).slice(0, mostHeard)
  const { goalOpen, goalOpenAlone } = premiseContent.phrases
  if (heard.length === 0) return String(goalOpenAlone)
  const has = heard.length > 1 || heard[0]!.isPlural ? 'have' : 'has'
  return fillSentence(String(goalOpen), { people: joinedList(heard.map(({ name }) => withThe(name))), has })
}

function needFor(aim: StatedAim, read: Read): Need {
  return (aim.isKnown === true ? needOfTask(aim, read) : undefined) ?? needOfAim(aim, read)
}

// Who stands in the way or knows, or a class for such objects, comes before what is usually wanting.
function needOfTask(stated: StatedTask, read: Read): Need | undefined {
  const own = undertakingOf(stated, read)
  return own && isOwn(own) ? own : (knownTask(stated, read) ?? own)
}

function knownTask(stated: StatedTask, read: Read): Need | undefined {
  const said =
    /^(\p{L}+)(?: (?:for|up))? ((?:an?|the|my|his|her|our|their|your|two|three|four|five|six|seven|some|another) )?(.+)$/iu.exec(
      stated.words,
    )
  if (!said) return undefined
  const [, verb = '', determiner = '', object = ''] = said
  const task: Task = { verb: verb.toLowerCase(), determiner: inLowerCase(determiner), object }
  const need = makingOf(task, read) ?? deedOf(task, read)
  if (!need) return undefined
  const { until } = stated
  return {
    ...need,
    values: {
      ...need.values,
      task: taskToPlayer(stated.words, read),
      ...(until !== undefined && { until: inLowerCase(taskToPlayer(until, read)) }),
    },
  }
}

/** What has stopped, broken or failed and is to be put right: "the bridge is out", "the children have stopped laughing". */
export function anyFaultOf(read: Read): Need | undefined {
  const isElse = isSaid('killing', read.text) || read.people.some(({ isAsleep }) => isAsleep)
  if (isElse || [...read.things, ...read.absent].some(({ isMissing }) => isMissing)) return undefined
  for (const { groups, index } of read.text.matchAll(fault)) {
    const { determiner = '', object = '', said = '' } = groups!
    const row = faultVerbs.find(({ expression }) => expression.test(said))!
    const what = `${inLowerCase(determiner).replace('whose', 'the')}${object}`
    const stopped = row.gerund === true ? infinitiveOf(said.split(' ').at(-1)!) : undefined
    if (row.gerund === true && (stopped === undefined || gerundOf(stopped) !== said.split(' ').at(-1))) continue
    const words = [row.verb, what, stopped, row.again === true || stopped !== undefined ? 'again' : undefined]
    const need = needOfTask({ words: words.filter((word) => word !== undefined).join(' '), index }, read)
    if (need) return { ...need, isYielding: true }
  }
  return undefined
}

function isOwn({ people, values }: Need): boolean {
  return people['holder'] !== undefined || values['specific'] === 'yes'
}
