import { premiseContent, type TaskClass } from '@narratoria/content/premises'
import { patternOf } from './conditions.ts'
import { withThe } from './furnish.ts'
import type { Read } from './needs.ts'
import { mentionOf } from './mention.ts'
import type { Named } from './premise.ts'

/** Who knows how a task is done or stands in its way, and where they are. */
export interface TaskHelpers {
  /** The class, or the one of what a person of the premise is wanted for. */
  row: TaskClass
  people: { holder?: Named }
  /** The role of the place of who knows. */
  spot: 'start' | 'desk' | 'site'
  /** Where who knows is, or whom the task is about, if that is another place. */
  site?: Named
  /** Whether they are at home there. */
  isHome: boolean
  isTargetAway: boolean
}

const { undertakings } = premiseContent
const knowing = new RegExp(undertakings.knowing, 'iu')
const hindering = new RegExp(undertakings.hindering, 'iu')
const staying = new RegExp(undertakings.staying, 'iu')
const atHome = patternOf('atHome')

interface Asked {
  row: TaskClass
  target: Named | undefined
  /** Who is not asked. */
  shunned: readonly Named[]
  /** Whether the class has its person elsewhere. */
  away: boolean
  /** Where the text states the task. */
  index: number
}

/** Finds who in the premise knows the matter or stands in the way: "Bruno, who knows the pump, has gone home". */
export function helpersFor(
  { row, target, shunned, away, index }: Asked,
  { people, absent, places, text }: Read,
): TaskHelpers {
  const able = [...people, ...absent].filter(
    (each) =>
      each !== target &&
      !shunned.includes(each) &&
      !each.isAnimal &&
      !each.isPlural &&
      !each.isAsleep &&
      !each.isDead &&
      !each.isAway &&
      !each.isMissing,
  )
  const says = (person: Named, pattern: RegExp) =>
    clausesAbout(person, text, able).some((clause) => pattern.test(clause))
  const hinderer = row.kind === 'thing' || row.kind === 'word' ? able.find((each) => says(each, hindering)) : undefined
  const knower = hinderer ? undefined : able.find((each) => says(each, knowing))
  // Who is said to have gone home is wanted for it.
  const holder = hinderer ?? knower ?? able.find((each) => says(each, atHome))
  const home = [holder, away ? target : undefined].find(
    (each) => each !== undefined && (each === target || says(each, atHome)),
  )
  const place = holder && !home ? placeOf(clausesAbout(holder, text, able), { places, text, index }) : undefined
  const isTargetAway = home !== undefined && home === target
  const isKnown = knower !== undefined && row.kind === 'thing'
  const site = home ? homeOf(home, clausesAbout(home, text, able)) : place
  return {
    row: hinderer ? classOf('leave', text) : isKnown ? classOf('word', text) : row,
    people: holder ? { holder } : {},
    spot: holder === undefined ? 'desk' : site && !isTargetAway ? 'site' : 'start',
    ...(site && { site }),
    isHome: home !== undefined,
    isTargetAway,
  }
}

// "Old Jory now lies in the hospital", in a sentence that does not say what is to be done.
function placeOf(
  clauses: readonly string[],
  { places, text, index }: { places: readonly Named[]; text: string; index: number },
): Named | undefined {
  const sentences = text.split(/(?<=[.!?;])\s/u)
  const own = sentences.find((_, at) => sentences.slice(0, at + 1).join(' ').length > index) ?? ''
  return clauses
    .filter((clause) => staying.test(clause) && !own.includes(clause))
    .flatMap(
      (clause) => places.find((place) => mentionOf(place).test(clause.slice(staying.exec(clause)!.index))) ?? [],
    )[0]
}

/** The class for what any task may take: the leave of a person, what a person knows, or a thing. */
export function classOf(kind: 'leave' | 'word' | 'thing', text: string, isBare = false): TaskClass {
  const all = undertakings.classes.filter(
    (each) => each.kind === kind && (each.default ?? each.isAny) === true && !(isBare && each.isOfThings === true),
  )
  return all[text.length % all.length]!
}

// What sentences say of a person, up to the next one.
function clausesAbout(person: Named, text: string, others: readonly Named[]): string[] {
  return text.split(/[.!?;](?=\s|$)/u).flatMap((sentence) => {
    const found = mentionOf(person).exec(sentence)
    if (!found) return []
    const clause = sentence.slice(found.index + found[0].length)
    const next = others
      .filter((each) => each !== person)
      .map((each) => mentionOf(each).exec(clause)?.index ?? clause.length)
    const end = Math.min(clause.length, ...next, /,? (?:and|but) (?:I|we|you)\b/.exec(clause)?.index ?? clause.length)
    return [clause.slice(0, end)]
  })
}

// "Has gone to her cabin": Salka's cabin.
function homeOf({ name }: Named, clauses: readonly string[]): Named {
  const said = clauses.flatMap((clause) => atHome.exec(clause)?.[0] ?? [])[0] ?? ''
  const [, room] = / (?:his|her|their) (\p{L}+)$/u.exec(said) ?? []
  const isRoom = room !== undefined && room !== 'bed'
  const what = isRoom ? room : String(premiseContent.phrases['homeOf'])
  const owner = withThe(name)
  return {
    name: `${owner}${owner.endsWith('s') ? '’' : '’s'} ${what}`,
    aliases: isRoom ? [room] : [premiseContent.phrases['homeAliases'] ?? []].flat(),
  }
}
