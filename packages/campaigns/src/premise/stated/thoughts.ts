import { premiseContent } from '@narratoria/content/premises'
import type { Condition, World } from '@narratoria/world'
import { withThe } from '../furnish.ts'
import type { Named } from '../premise.ts'
import { secondPerson } from '../second-person.ts'
import { passageAt } from './passages.ts'
import type { OwnAim } from './own-aim.ts'
import type { Stated } from './stated-world.ts'
import type { Lead } from './tries.ts'
import type { Clues } from './ways.ts'

/** Something that the player can think about. */
export interface Topic {
  named: Named
  /** What the premise says of it. */
  said: string
  /** Whether it can be looked at instead. */
  isHere: boolean
}

/** At most so many topics. */
const mostTopics = 8

type Parts = Required<Pick<World, 'acts' | 'rules' | 'facts'>>

/**
 * An act for each topic, and acts that reflect on everything: they repeat what the premise says, with what it says about the ways of the player. Topics with
 * the same text share one fact, so that the others are no longer offered after the first.
 */
export function thoughtsOf(
  topics: readonly Topic[],
  { stated, clues, kind: aim }: { stated: Stated; clues: Clues; kind: OwnAim['kind'] },
): Parts & { leads: Lead[] } {
  const { ids, say, premise } = stated
  const parts: Parts = { acts: {}, rules: {}, facts: {} }
  const leads: Lead[] = []
  const factOf = new Map<string, string>()
  // What comes of everything is kept for the reflections.
  const ofAll = { ponder: clues.thought('for'), fear: clues.thought('against') }
  for (const [at, { named, said, isHere }] of topics.slice(0, mostTopics).entries()) {
    const id = ids.add(`thought ${named.name}`, `think ${named.name}`)
    const fact = factOf.get(said) ?? id
    const isFirst = fact === id && !isHere
    factOf.set(said, fact)
    parts.facts[fact] ??= { text: said, about: [named.name] }
    const names = [named.name, ...named.aliases.filter((alias) => !isOther(alias, { topics, named }))]
    const verbs = names.flatMap((name) =>
      textsOf('thinkVerbs').map((verb) => verb.replace('{topic}', () => withThe(name))),
    )
    const clue = isFirst ? clues.thought(at % 2 === 0 ? 'against' : 'for') : undefined
    if (clue?.side === 'for') leads.push({ flag: `thought_${id}`, about: named.name })
    add(parts, { id, verbs, fact, said: joined(say('thought', { topic: named.name, said }), clue?.text) })
    parts.rules[`${id}_first`]!.then!.push({ set: `thought_${id}` })
    if (!isHere) parts.acts[id]!.choice = say('think', { topic: named.name })
  }
  const topical = [...factOf.values()]
  const rest = restOf(stated, topics.slice(0, mostTopics))
  const reflected = {
    ponder: joined(say('ponder'), rest, ofAll.ponder?.text),
    hope: say(aim === 'open' ? 'hope' : `way.hope.${aim}`),
    fear: ofAll.fear === undefined ? say('fear') : joined(say(`way.fear.${aim}`), ofAll.fear.text),
    could: say(aim === 'open' ? 'could' : `way.could.${aim}`),
  }
  for (const [kind, said] of Object.entries(reflected)) {
    const id = ids.add(kind, kind)
    parts.facts[id] = { text: said, about: [premise.subject.name] }
    add(parts, { id, verbs: textsOf(`${kind}Verbs`), fact: id, said })
    // What the premise names comes first.
    if (kind !== 'ponder' && topical.length > 1)
      parts.rules[`${id}_first`]!.when = [
        { not: { knows: ['player', id] } },
        { any: topical.map((fact): Condition => ({ knows: ['player', fact] })) },
      ]
    parts.acts[id]!.choice = say(`${kind}Choice`)
    if (aim !== 'open' && (kind === 'could' || kind === 'hope'))
      onlyBefore(parts, { id, late: kind === 'could' ? say('way.could.late') : said })
  }
  return { ...parts, leads }
}

// What is thought of before anything can be tried; afterwards it is no longer offered.
function onlyBefore({ rules }: Parts, { id, late }: { id: string; late: string }): void {
  const first = rules[`${id}_first`]!
  first.when = [first.when ?? [], { not: { flag: 'ready' } }].flat()
  rules[`${id}_again`]!.when = [rules[`${id}_again`]!.when ?? [], { not: { flag: 'ready' } }].flat()
  rules[`${id}_late`] = { on: { act: id }, when: { flag: 'ready' }, refuse: late }
}

function joined(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join(' ')
}

// The first of what the premise says that no topic has.
function restOf({ premise, clauses }: Stated, topics: readonly Topic[]): string | undefined {
  const at = clauses.findIndex(({ text }) => !topics.some(({ said }) => said.includes(secondPerson(text).slice(1))))
  return at < 0 ? undefined : passageAt(at, { premise, clauses })
}

// Known, it is not offered any more.
function add(
  { acts, rules }: Parts,
  { id, verbs, said, fact }: { id: string; verbs: string[]; said: string; fact: string },
): void {
  acts[id] = { verbs: [...new Set(verbs)] }
  const known: Condition = { knows: ['player', fact] }
  rules[`${id}_first`] = {
    on: { act: id },
    when: { not: known },
    order: 'instead',
    then: [{ say: said }, { learn: ['player', fact] }],
  }
  rules[`${id}_again`] = { on: { act: id }, when: known, refuse: said }
}

function isOther(alias: string, { topics, named }: { topics: readonly Topic[]; named: Named }): boolean {
  return topics.some((each) => each.named !== named && [each.named.name, ...each.named.aliases].includes(alias))
}

/** All texts of a key of the content. */
export function textsOf(key: string): string[] {
  return [premiseContent.phrases[`stated.${key}`] ?? []].flat()
}
