import type { LiveScene } from '../live/live-scene.ts'
import type { Act } from '../model/act.ts'
import { isNamedIn, stems } from '../people/topics.ts'
import { hasLight, scopeOf } from '../scene/scope.ts'
import { describePerson, describeThing, listContents, sceneryOf } from '../view/describe.ts'
import { answerPeople } from '../view/answer-known.ts'
import { whereIs } from '../view/where.ts'
import { requirePerson, requireThing } from './roles.ts'

/** Searches a thing, a person or the player's place; with a text, for what it names. */
export function search(scene: LiveScene, act: Act): void {
  const role = act.thing ?? act.person
  const isPlace = role === undefined || role === scene.here
  if (act.text !== undefined && (scene.phrases['search.anyone'] ?? []).includes(act.text)) return answerPeople(scene)
  if (act.text !== undefined && findAmong(scene, act.text)) return
  if (isPlace) return searchPlace(scene, act.text)
  searchOne(scene, role)
  if (act.text !== undefined) scene.say('find.nothing', { word: act.text })
}

/** Says where the things are that some words name, if any of them is in sight. */
function findAmong(scene: LiveScene, words: string): boolean {
  const wanted = stems(words)
  const found = scopeOf(scene).filter(({ id }) => isNamedIn(scene.namesOf(id), wanted))
  for (const { id } of found) whereIs(scene, id)
  return found.length > 0
}

function searchPlace(scene: LiveScene, word: string | undefined): void {
  if (!hasLight(scene)) scene.refuse('dark.unseen')
  const place = scene.here
  if (word !== undefined) return scene.say('search.place.without', { place, word })
  const seen = scopeOf(scene).filter(
    ({ kind, carried, heldBy }) => kind === 'thing' && !carried && heldBy === undefined,
  )
  const things = seen.map(({ id }) => id).filter((id) => scene.isPortable(id))
  if (things.length > 0) scene.say('search.place.found', { place, things })
  else scene.say('search.place.nothing', { place })
  const closed = seen.map(({ id }) => id).filter((id) => scene.things[id]?.openable === true && !scene.isOpen(id))
  if (closed.length > 0) scene.say('search.place.closed', { things: closed })
}

function searchOne(scene: LiveScene, role: string): void {
  if (role in scene.people) return describePerson(scene, requirePerson(scene, role))
  // To look into the next room is to go there.
  if (role in scene.places) return scene.redirect({ act: 'go', to: role })
  const scenery = hasLight(scene) ? sceneryOf(scene, role) : undefined
  if (scenery !== undefined) return scene.emit(scenery)
  const thing = requireThing(scene, role)
  if (!scene.isOpen(thing)) scene.refuse('search.closed', { thing })
  const contents = listContents(scene, thing)
  scene.happen(`examined:${thing}`)
  const { container = false, supporter = false, description } = scene.things[thing]!
  // "Look through the telescope": there is nothing in it, but something to see.
  if (container === false && !supporter && description !== undefined) return describeThing(scene, thing)
  scene.say(contents === undefined ? 'search.nothing' : 'search.found', { thing, contents })
}
