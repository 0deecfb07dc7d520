import type { Act } from '../model/act.ts'
import { findTopic } from '../people/topics.ts'
import type { Scene } from '../scene/scene.ts'
import { scopeOf } from '../scene/scope.ts'
import { sceneryOf } from '../view/describe.ts'

/** Words of a statement, at least: a subject, a verb and an object. */
const minStatement = 3

/**
 * Replaces names in the roles of an act by ids, and the words about a topic by the topic of the person. Names come from
 * models, and from words that a parser could not resolve.
 */
export function nameRoles(scene: Scene, act: Act): Act {
  const named: Act = { ...act }
  for (const role of ['thing', 'with', 'where', 'person', 'to'] as const)
    if (act[role] !== undefined) named[role] = idOf(scene, act[role])
  if (act.things) named.things = act.things.map((each) => idOf(scene, each))
  // News is heard in its own words.
  const isKind = named.act === 'recall' && kinds.has(named.topic ?? '')
  if (
    !isKind &&
    named.topic !== undefined &&
    named.person !== undefined &&
    named.act !== 'tell' &&
    named.act !== 'say'
  ) {
    const topic = strongTopic(scene, named.person, named.topic)
    // A question about a topic can contain more words than the topic's name.
    if (topic !== undefined && topic !== named.topic && named.act === 'ask') named.text ??= named.topic
    named.topic = topic ?? named.topic
  }
  return named
}

/** What a question of the player to themselves about a person asks for: no topics of that person. */
const kinds = new Set(['where', 'here', 'name', 'said', 'happened'])

// A weak topic is left to the person, who does not repeat it. What the player says to a person is named by its id, or by a statement.
function strongTopic(scene: Scene, person: string, words: string): string | undefined {
  const isStatement = !words.trim().endsWith('?') && words.trim().split(/\s+/).length >= minStatement
  const found = findTopic(scene, person, words, ({ stated }, id) => stated !== true || isStatement || id === words)
  return found && !found.isWeak ? found.id : undefined
}

// What is in sight has the name first, then what is only described here.
function idOf(scene: Scene, name: string): string {
  if (scene.isId(name)) return name
  const wanted = name.toLowerCase().replace(/^(?:the|an?|my|your)\s+/, '')
  const isNamed = (id: string) => id === wanted.replaceAll(' ', '_') || hasName(scene, id, wanted)
  const seen = scopeOf(scene).find(({ id }) => isNamed(id))
  if (seen) return seen.id
  if (sceneryOf(scene, wanted) !== undefined) return wanted
  const all = [...Object.keys(scene.things), ...Object.keys(scene.people), ...Object.keys(scene.places)]
  return all.find(isNamed) ?? name
}

function hasName({ things, people, places }: Scene, id: string, wanted: string): boolean {
  const { name, aliases = [] } = things[id] ?? people[id] ?? places[id]!
  return name.toLowerCase() === wanted || aliases.some((alias) => alias.toLowerCase() === wanted)
}
