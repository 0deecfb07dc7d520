import type { Clause } from './clauses.ts'
import { isSaid, patternOf } from './conditions.ts'
import { isOf } from './first-person.ts'
import { mentionsIn } from './mentions.ts'
import type { Named, Premise } from './premise.ts'

/** An act or a fact about a person of the premise, which that person conceals. */
export interface Secret {
  /** The id of its fact: `secret_1`. */
  id: string
  /** What is kept secret. */
  clause: Clause
  /** The people whom it is about and who conceal it. */
  keepers: readonly Named[]
  /** Others who know it, by the premise. */
  knowers: readonly Named[]
  /** Whether the keeper has asked the player to conceal it. */
  isEntrusted: boolean
  /** Whether it is one of the player. */
  isPlayers: boolean
  /** Whether others do not know it, either. */
  isUnknown: boolean
}

/** The secrets of a premise: what is said to be secret, and crimes and plans against others, which people conceal. */
export function secretsOf(clauses: readonly Clause[], { people }: Pick<Premise, 'people'>): Secret[] {
  const found = new Map<Clause, Omit<Secret, 'id' | 'knowers'>>()
  const add = (clause: Clause | undefined, keepers: readonly (Named | undefined)[], more: Partial<Secret> = {}) => {
    const able = keepers.flatMap((each) => (each && people.includes(each) && !each.isPlural ? [each] : []))
    const isPlayers = clause !== undefined && /^you\b/i.test(clause.text)
    if (clause === undefined || (able.length === 0 && !isPlayers)) return
    const before = found.get(clause)
    const kept = [...new Set([...(before?.keepers ?? []), ...able])]
    found.set(clause, { isEntrusted: false, isUnknown: true, isPlayers, ...before, ...more, clause, keepers: kept })
  }
  for (const [index, clause] of clauses.entries()) {
    const { text, subject } = clause
    const earlier = clauses.slice(0, index)
    if (isSaid('silenced', text)) {
      const concealed = earlier.findLast(
        ({ about, isSelf }) => !isSelf && (subject === undefined || about.includes(subject)),
      )
      add(concealed, [subject], { isEntrusted: /\byou\b/.test(text), isUnknown: true })
    } else if (isSaid('unknownToAll', text)) {
      const concealed = earlier.at(-1)
      add(concealed, concealed?.about.filter((each) => people.includes(each)) ?? [], { isUnknown: true })
    } else if (isSaid('secretly', text) || isSaid('unsaid', text)) add(clause, [subject])
    else if (isSaid('crime', withoutQuestion(text))) add(clause, [doerIn(clause, people) ?? subject])
    else if (agentIn(clause, people)) add(clause, [agentIn(clause, people)], { isUnknown: false })
    else if (isSaid('hidden', text)) add(clause, [subject], { isUnknown: isSaid('hiddenFrom', text) })
  }
  return [...found.values()].map((secret, index) => ({
    ...secret,
    id: `secret_${index + 1}`,
    knowers: knowersOf(secret, clauses),
  }))
}

// "Asks you to find out who poisoned the wine" does not say who did.
function withoutQuestion(text: string): string {
  return text.replace(patternOf('askedWho'), '')
}

// "The ghost haunts the house because her husband pushed her": who is named last before the verb.
function doerIn({ text }: Clause, people: readonly Named[]): Named | undefined {
  const at = patternOf('crime').exec(text)?.index ?? 0
  return mentionsIn(text, people).findLast(({ end }) => end <= at + 1)?.named
}

// "Turned into swans by their stepmother".
function agentIn({ text }: Clause, people: readonly Named[]): Named | undefined {
  return mentionsIn(text, people).find(({ start }) => isSaid('doneBy', text.slice(0, start)))?.named
}

// "The cabin boy has overheard him": of the sentences behind the secret, as far as they are about its keeper or about all of it.
function knowersOf({ clause, keepers }: Pick<Secret, 'clause' | 'keepers'>, clauses: readonly Clause[]): Named[] {
  // Who was pushed knows by whom.
  const victims = isSaid('violence', clause.text) ? clause.about.filter((each) => !keepers.includes(each)) : []
  const witnesses = clauses
    .slice(clauses.indexOf(clause) + 1)
    .flatMap(({ text, subject }) =>
      subject !== undefined && !keepers.includes(subject) && isSaid('witnessing', text) ? [subject] : [],
    )
  return [...victims, ...witnesses]
}

/** Whether a person is the keeper of a secret, or knows it from others. */
export function partIn(
  secret: Pick<Secret, 'keepers' | 'knowers'>,
  named: Named | undefined,
): 'keeper' | 'knower' | undefined {
  if (named === undefined) return undefined
  return secret.keepers.includes(named) ? 'keeper' : secret.knowers.includes(named) ? 'knower' : undefined
}

/** Whether a clause is the secret of another, which a person cannot know. */
export function isKeptFrom(clause: Clause, named: Named | undefined, secrets: readonly Secret[]): boolean {
  return secrets.some(
    (secret) =>
      secret.clause === clause &&
      secret.isUnknown &&
      partIn(secret, named) === undefined &&
      !(named && isOf(clause, named)),
  )
}

/** A clause without the words that say that it is secret. */
export function openly(text: string): string {
  return text
    .replace(/\b(?:secretly|in secret|actually|really) /, '')
    .replace(patternOf('toldNobody'), '')
    .replace(patternOf('unsaidBehind'), '')
}
