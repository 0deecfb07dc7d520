import type { LiveScene } from '../live/live-scene.ts'
import { holds } from '../rules/condition.ts'
import type { Scene } from '../scene/scene.ts'
import { hasLight, scopeOf } from '../scene/scope.ts'
import { fitsPattern } from '../text/patterns.ts'
import { capital } from '../text/render.ts'
import { sayOwn } from './replies.ts'
import { isNamedIn, stems } from './topics.ts'

/** Whether a question asks where a person or something is, or for the way there. */
export function asksWhere(scene: Pick<LiveScene, 'phrases'>, question: string): boolean {
  return fitsPattern(scene.phrases, 'answer.asks.where.pattern', question) || asksPresence(scene, question)
}

// "Is Hester here?"
function asksPresence(scene: Pick<LiveScene, 'phrases'>, question: string): boolean {
  return fitsPattern(scene.phrases, 'answer.asks.here.pattern', question)
}

/**
 * A person says where a person or something is that a question names: what can be seen, the way to a place, and where a person whom the
 * player has met is mostly. Returns whether they know.
 */
export function sayWhere(
  scene: LiveScene,
  person: string,
  question: string,
  maySay: (id: string) => boolean = (id) => isSpokenOf(scene, id),
): boolean {
  const words = stems(question)
  const isNamed = (id: string) =>
    id !== person && (isNamedIn(scene.namesOf(id), words) || isCalledShort(scene, id, words))
  // "Where can I find Quill?" does not ask for a watering can.
  const known = [...Object.keys(scene.people), ...Object.keys(scene.places)].filter(isNamed)
  const behind = Math.max(-1, ...known.map((id) => lastNamed(scene, id, words)))
  const seen = hasLight(scene)
    ? scopeOf(scene).find(({ id }) => isNamed(id) && lastNamed(scene, id, words) >= behind)
    : undefined
  if (seen) {
    const key = seen.carried ? 'answer.where.carried' : 'answer.where.here'
    scene.say(key, { person, thing: seen.id }, 'speech', person)
    return true
  }
  const other = Object.keys(scene.people).find((id) => isNamed(id) && maySay(id))
  if (other !== undefined) return sayPlaceOf(scene, person, other)
  const place = Object.keys(scene.places).find(isNamed)
  return place !== undefined && (sayOwn(scene, person, place) || sayWay(scene, person, place))
}

// "The clerk" of "parish clerk", where no other person is called so.
function isCalledShort(scene: Scene, id: string, words: readonly string[]): boolean {
  const headOf = (each: string) => stems(scene.people[each]?.name ?? '').at(-1)
  const head = headOf(id)
  return (
    head !== undefined &&
    words.includes(head) &&
    Object.keys(scene.people).filter((each) => headOf(each) === head).length === 1
  )
}

// Where a name ends among words.
function lastNamed(scene: LiveScene, id: string, words: readonly string[]): number {
  return Math.max(...scene.namesOf(id).map((name) => words.lastIndexOf(stems(name).at(-1) ?? '')))
}

/** The person whom a question is after: "where can I find Mr Haskell?", but not "where is Haskell's shop?" */
export function soughtPerson(scene: Scene, person: string, question: string): string | undefined {
  const words = stems(question)
  if (words.includes('s')) return undefined
  return Object.keys(scene.people).find((id) => id !== person && isNamedIn(scene.namesOf(id), words))
}

/** Whether a text says the name of a place, other than `except`. */
export function namesPlace(scene: LiveScene, text: string, except?: string): boolean {
  const words = stems(text)
  return Object.keys(scene.places).some((id) => id !== except && isNamedIn(scene.namesOf(id), words))
}

/** Whether people speak of a person to the player. A person whom the player has not seen may be a secret of the story. */
export function isSpokenOf(scene: Scene, id: string): boolean {
  const { sighted = {}, happened = {} } = scene.state
  return !scene.is(id, 'dead') && (sighted[id] !== undefined || happened[`met:${id}`] !== undefined)
}

function sayPlaceOf(scene: LiveScene, person: string, other: string): boolean {
  const place = scene.people[other]!.at
  const sighted = scene.state.sighted?.[other]
  // Both have seen the other one leave.
  if (sighted?.way !== undefined && sighted.place === scene.here) {
    scene.say('where.went', { person: other, ...sighted, turn: '' }, 'answer')
    return true
  }
  if (!(place in scene.places) || place === scene.here) return false
  scene.say('answer.where.person', { person, about: other, place }, 'speech', person)
  return true
}

function sayWay(scene: LiveScene, person: string, place: string): boolean {
  if (place === scene.here) {
    scene.say('answer.where.place', { person, place }, 'speech', person)
    return true
  }
  const steps = wayTo(scene, place)
  if (steps === undefined) return false
  const ways = steps.map(({ way, to }) => scene.phrase('answer.way.step', { way: scene.naming.way(way), place: to }))
  scene.say('answer.way', { person, ways: capital(true, ways.join(', ')) }, 'speech', person)
  return true
}

interface Step {
  way: string
  to: string
}

/** The ways that those who live here know, as far as they are open. */
function wayTo(scene: LiveScene, target: string): Step[] | undefined {
  const queue: { place: string; steps: Step[] }[] = [{ place: scene.here, steps: [] }]
  const seen = new Set([scene.here])
  for (const { place, steps } of queue)
    for (const [direction, { to, when }] of Object.entries(scene.exitsOf(place))) {
      if (seen.has(to) || !holds(scene, when)) continue
      const next = [...steps, { way: direction, to }]
      if (to === target) return next
      seen.add(to)
      queue.push({ place: to, steps: next })
    }
  return undefined
}
