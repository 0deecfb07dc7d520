import type { LiveScene } from '../live/live-scene.ts'
import { refuseUnclear } from '../live/refuse-unclear.ts'
import { isAsleep } from '../people/asleep.ts'
import { stems } from '../people/topics.ts'
import { catchUp } from '../people/walk.ts'
import { sentencesOf } from '../text/sentences.ts'
import { descriptionIn, sceneryOf, variantOf } from '../view/describe.ts'
import { isKnownPerson, openingNaming } from '../view/known-lines.ts'
import { hasLight, type InScope, scopeOf } from '../scene/scope.ts'

/** Acts that are answered by what is described, if it names something that is not a thing. */
const looking = new Set(['examine', 'search', 'read', 'take'])

/** Acts in which a person who sleeps takes no part. */
const speaking = new Set(['talk', 'ask', 'tell', 'say', 'give', 'show'])

/** Acts of those for which both must be at the same place. */
const handing = new Set(['give', 'show'])

/** The thing of a role, in scope. Refuses if there is none, or if nothing in scope has the words as its name. */
export function requireThing(scene: LiveScene, role: string | undefined): string {
  return requireInScope(scene, role, 'thing').id
}

/** The living or dead person of a role, present. Without a role, the only person who is present. */
export function requirePerson(scene: LiveScene, role: string | undefined): string {
  if (role === undefined) {
    const [only, ...others] = scene.peopleAt(scene.here)
    if (only === undefined) scene.refuse('person.nobody')
    if (others.length === 0) return only
    scene.refuse('person.which', {
      people: scene.naming.alternatives([only, ...others].map((id) => scene.naming.the(id))),
    })
  }
  if (role === 'player') scene.refuse('person.self')
  if (role in scene.things) scene.refuse('person.thing', { thing: requireThing(scene, role) })
  catchUp(scene, role)
  return requireInScope(scene, role, 'person').id
}

/** A living person who is present and awake. */
export function requireLiving(scene: LiveScene, role: string | undefined): string {
  const person = requirePerson(scene, role)
  if (scene.is(person, 'dead')) scene.refuse('person.dead', { person })
  if (isAsleep(scene, person) && speaking.has(scene.act)) scene.refuse('person.asleep', { person })
  return person
}

/** A thing that the player carries; what lies within reach is taken first. */
export function requireHeld(scene: LiveScene, role: string | undefined): string {
  const id = requireThing(scene, role)
  if (!scene.isCarried(id)) scene.imply({ act: 'take', thing: id })
  if (!scene.isCarried(id)) scene.refuse('drop.missing', { thing: id })
  return id
}

function requireInScope(scene: LiveScene, role: string | undefined, kind: InScope['kind']): InScope {
  if (role === undefined) scene.refuse(`${kind}.missing`)
  refuseUnclear(scene, role)
  const found = scopeOf(scene).find(({ id }) => id === role)
  if (found?.kind === kind) return found
  if (kind === 'person' && !found && scene.voicesAt(scene.here).includes(role)) {
    if (!speaking.has(scene.act) || handing.has(scene.act)) scene.refuse('person.heard', { person: role })
    return { id: role, kind, carried: false }
  }
  if (found) scene.refuse(kind === 'thing' ? 'thing.person' : 'person.thing', { [found.kind]: role })
  if (role === 'player') scene.refuse('person.self')
  if (!hasLight(scene)) scene.refuse('dark.unseen')
  if (sceneryOf(scene, role) !== undefined) scene.refuse('thing.scenery', { word: role })
  // To those who never heard of them, a name must not say that there is such a person.
  if (role in scene.people && !isKnownPerson(scene, role)) scene.refuse('person.unmet', { person: role })
  if (role in scene.people) {
    const { place } = scene.state.sighted?.[role] ?? {}
    const isElsewhere = place !== undefined && place !== scene.here
    scene.refuse(isElsewhere ? 'person.absent.seen' : 'person.absent', { person: role, place })
  }
  if (role in scene.places) scene.refuse('thing.place', { place: role })
  if (role in scene.things && wasSeen(scene, role)) scene.refuse('thing.gone', { thing: role })
  // The name of a thing that was never seen would reveal that there is one.
  if (role in scene.things) scene.refuse('thing.unknown')
  if (kind === 'person') refuseAbsent(scene, [role])
  // "You see no something warm here" is not a sentence.
  const vague = scene.phrases['thing.vague']?.[0]?.split(' ') ?? []
  if (vague.includes(role.split(' ')[0]!)) scene.refuse('thing.unknown')
  const line = kind === 'thing' && looking.has(scene.act) ? lineHere(scene, role) : undefined
  if (line !== undefined) scene.refuse('thing.described', { line })
  return scene.refuse('thing.unseen', { word: role })
}

/** Refuses because a person is not here; a sentence of the opening that names them may say where they are. */
export function refuseAbsent(scene: LiveScene, names: readonly string[]): never {
  const line = openingNaming(scene, names)
  if (line === undefined) scene.refuse('person.unmet')
  return scene.refuse('person.away', { line })
}

/** A sentence of what is described here that has the word: it must not be said that there is none. What the player carries is not here. */
export function lineHere(scene: LiveScene, word: string): string | undefined {
  const near = scopeOf(scene).filter(({ id }) => !scene.isWithin(id, 'player'))
  const described = [scene.here, ...near.map(({ id }) => id)].flatMap((id) => [
    descriptionIn(scene, id) ?? '',
    // What has been moved is not where it appeared.
    scene.state.at?.[id] === undefined ? (scene.things[id]?.appearance ?? '') : '',
    doingOf(scene, id),
  ])
  const wanted = stems(word).at(-1)
  if (wanted === undefined) return undefined
  return described
    .flatMap((text) => sentencesOf([text].flat()[0] ?? ''))
    .find((line) => stems(line).includes(wanted))
    ?.trim()
}

// A whole sentence of what a person is doing.
function doingOf(scene: LiveScene, person: string): string {
  const doing = scene.people[person] ? [variantOf(scene, person, 'doing')?.text ?? ''].flat()[0]! : ''
  return doing === '' ? '' : scene.fill(scene.phrases['place.doing']?.[0] ?? '', { person, doing })
}

function wasSeen(scene: LiveScene, id: string): boolean {
  return scene.state.at?.[id] !== undefined || Object.values(scene.state.deeds ?? {}).some(({ thing }) => thing === id)
}
