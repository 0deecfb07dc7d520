import type { LiveScene } from '../live/live-scene.ts'
import { findWay } from './find-way.ts'
import { holds } from '../rules/condition.ts'
import { hasLight, scopeOf } from '../scene/scope.ts'
import { describePerson, describeThing, exitLine, sceneryOf } from './describe.ts'
import type { Act } from '../model/act.ts'
import { findTopic, isNamedIn, stems } from '../people/topics.ts'
import { listenerIn } from '../scene/listener.ts'
import { fitsPattern } from '../text/patterns.ts'
import { sentencesOf } from '../text/sentences.ts'
import { withPlayerName } from '../text/render.ts'
import { findKnownLine, heardLines, type KnownLine, knownLines, lineNaming } from './known-lines.ts'

/** Says a sentence that the player knows, and where it is from. */
export function answerKnown(scene: LiveScene, { source, of, turn, line }: KnownLine): void {
  if (source === 'seen') return scene.emit(line, 'answer')
  if (source === 'said') return scene.say('recall.said', { person: of, line, turn: String(turn) }, 'answer')
  const bare = line.replaceAll(/^[“"]|[”"]$/g, '')
  scene.say(`recall.${source}`, { thing: of, line: bare }, 'answer')
}

/** Who a person is: what can be seen of them, or what is known of them by name. */
export function answerPerson(scene: LiveScene, person: string): void {
  if (person === 'player') return answerPremise(scene)
  const known = scene.people[person]
  const line = lineNaming(scene, scene.namesOf(person))
  const isHere = scopeOf(scene).some(({ id }) => id === person)
  if (known && (isHere || wasMet(scene, person))) {
    describePerson(scene, person)
    if (line && line.source !== 'seen' && !isHere) answerKnown(scene, line)
    return
  }
  if (line) return answerKnown(scene, line)
  const initial = personByInitial(scene, person)
  if (initial !== undefined) return answerPerson(scene, initial)
  scene.refuse(known ? 'recall.unheard' : 'where.unknown', { thing: person })
}

/** Whether the player has met or seen a person. */
export function wasMet(scene: LiveScene, person: string): boolean {
  return scene.hasHappened(`met:${person}`) || scene.state.sighted?.[person] !== undefined
}

/** The person whose name begins with the only letter of some words, such as a signature, if their name is known. */
export function personByInitial(scene: LiveScene, words: string): string | undefined {
  const [, initial] = /^(?:[^.]*\s)?(\p{L})\.?\??$/u.exec(words.trim()) ?? []
  if (initial === undefined || initial === 'i') return undefined
  return Object.entries(scene.people).find(
    ([, { name }]) => name.toLowerCase().startsWith(initial.toLowerCase()) && lineNaming(scene, [name]),
  )?.[0]
}

/** What a thing says of where it is from: its description, and whose it is. */
export function answerOrigin(scene: LiveScene, thing: string): void {
  const isSeen = scopeOf(scene).some(({ id }) => id === thing)
  const scenery = hasLight(scene) ? sceneryOf(scene, thing) : undefined
  if (scenery !== undefined) return scene.emit(scenery, 'answer')
  const owner = scene.things[thing]?.owner
  if (isSeen) (scene.things[thing] ? describeThing : describePerson)(scene, thing)
  else {
    const known = findKnownLine(scene, scene.things[thing]?.name ?? thing, { ignored: new Set() })
    if (!known) scene.refuse('recall.unanswered')
    answerKnown(scene, known)
  }
  if (isSeen && owner !== undefined && owner in scene.people)
    scene.say('recall.owner', { thing, person: owner }, 'answer')
}

/** Who is here, or whom the player last saw at another place. */
export function answerPeople(scene: LiveScene, place: string = scene.here): void {
  if (place !== scene.here && place in scene.places) return answerPeopleAt(scene, place)
  const people = hasLight(scene) ? scene.peopleAt(scene.here).filter((id) => !scene.is(id, 'hidden')) : []
  if (people.length > 0) return scene.say('place.people', { people }, 'answer')
  scene.say(hasLight(scene) ? 'person.nobody' : 'dark.people', {}, 'answer')
}

function answerPeopleAt(scene: LiveScene, place: string): void {
  const seen = Object.entries(scene.state.sighted ?? {}).filter(
    ([, each]) => each.place === place && each.way === undefined,
  )
  if (seen.length === 0) scene.refuse('recall.elsewhere', { place })
  for (const [id] of seen) scene.say('where.seen', { thing: id, place }, 'answer')
}

/** What became of a thing or person: what the player knows of it that happened, and how it is now. */
export function answerHappened(scene: LiveScene, id: string): void {
  const names = scene.namesOf(id)
  const isAbout = ({ source, line }: KnownLine) => source !== 'seen' && isNamedIn(names, stems(line))
  const line =
    knownLines(scene).find((each) => each.source === 'fact' && isAbout(each)) ?? knownLines(scene).find(isAbout)
  const isLight = scene.things[id]?.light === true && scopeOf(scene).some((each) => each.id === id)
  if (isLight) scene.say(`state.lit.${scene.is(id, 'lit') ? 'yes' : 'no'}`, { thing: id }, 'answer')
  if (line) return answerKnown(scene, line)
  if (isLight) return
  if (id in scene.people && wasMet(scene, id)) return answerPerson(scene, id)
  const goal = openGoals(scene).find((text) => isNamedIn(names, stems(text)))
  if (goal === undefined) scene.refuse('recall.unanswered')
  scene.say('recall.open', { line: goal }, 'answer')
}

/** "Who is that?": the only person who is here, else the names of all. */
export function answerWho(scene: LiveScene): void {
  const [only, ...others] = hasLight(scene) ? scene.peopleAt(scene.here).filter((id) => !scene.is(id, 'hidden')) : []
  if (only === undefined || others.length > 0) return answerPeople(scene)
  answerName(scene, only)
  describePerson(scene, only)
}

/** What a person is called, if the player has met them. */
export function answerName(scene: LiveScene, person: string): void {
  if (!(person in scene.people) || !(scene.peopleAt(scene.here).includes(person) || wasMet(scene, person)))
    return answerPerson(scene, person)
  scene.say('name.known', { person }, 'answer')
}

/** What something costs: of a thing, what is known of its price; else the last price that was named; else a person is asked. */
export function answerPrice(scene: LiveScene, act: Act): void {
  const thing = act.thing !== undefined && act.thing in scene.people ? undefined : act.thing
  if (thing !== undefined) {
    const known = knownLines(scene).find(
      ({ line }) => isNamedIn(scene.namesOf(thing), stems(line)) && pricesIn(scene, line).length > 0,
    )
    if (known) return answerKnown(scene, known)
  }
  const line = scene.state.focus?.price
  if (thing === undefined && line !== undefined) return scene.say('price.last', { line }, 'answer')
  const person = listenerIn(scene)
  if (person === undefined) return scene.refuse('price.unknown')
  const found = thing === undefined ? undefined : findTopic(scene, person, scene.naming.plain(thing))
  const hasPrice = found !== undefined && pricesIn(scene, [found.topic.answer].flat().join(' ')).length > 0
  scene.redirect({ act: 'ask', person, topic: hasPrice ? found.id : scene.phrase('price.topic') })
}

export function pricesIn(scene: LiveScene, text: string): string[] {
  return sentencesOf(text).filter((sentence) => fitsPattern(scene.phrases, 'price.pattern', sentence))
}

/** Why the player is here: how the story began, and the open goals. */
export function answerPremise(scene: LiveScene): void {
  const opening = withPlayerName(scene.world.opening, scene)
  for (const paragraph of opening.split(/\n\n+/)) scene.emit(paragraph, 'answer')
  const open = openGoals(scene)
  if (open.length > 0) for (const text of open) scene.emit(text, 'answer')
  else if (opening.trim() === '') scene.say('recall.self', {}, 'answer')
}

/** What the player has learnt: facts, else what was said last. */
export function answerLearned(scene: LiveScene): void {
  const lines = knownLines(scene)
  const facts = lines.filter(({ source }) => source === 'fact').slice(-maxLearned)
  const said = lines.filter(({ source }) => source === 'said').toSorted((a, b) => b.turn! - a.turn!)
  const learned = facts.length > 0 ? facts : said.slice(0, maxLearned)
  if (learned.length === 0) scene.refuse('recall.nothing')
  if (facts.length > 0) return scene.say('recall.fact', { line: facts.map(({ line }) => line).join(' ') }, 'answer')
  for (const line of learned) answerKnown(scene, line)
}

/** Facts, or answers of people, that are given at once. */
const maxLearned = 4

export function answerExits(scene: LiveScene): void {
  const line = exitLine(scene, scene.here)
  if (line === undefined) scene.refuse('go.nowhere')
  scene.emit(line, 'answer')
}

/** The last sign of what time it is. */
export function answerTime(scene: LiveScene): void {
  const isTimed = (line: string) => fitsPattern(scene.phrases, 'recall.clock.pattern', line)
  const isDue = (line: string) => fitsPattern(scene.phrases, 'recall.due.pattern', line)
  const opening = knownLines(scene).flatMap(({ source, line }) => (source === 'opening' ? [line] : []))
  const deadline = opening.find(isDue)
  // The hour of the opening has passed as soon as a later one was heard.
  const hour = heardLines(scene).find(isTimed) ?? opening.find((line) => isTimed(line) && !isDue(line))
  if (hour !== undefined) scene.say('recall.heard', { line: hour }, 'answer')
  if (deadline !== undefined) return scene.say(hour ? 'recall.deadline' : 'recall.term', { line: deadline }, 'answer')
  if (hour === undefined) answerTerm(scene)
}

// How long there is, where no clock was heard or seen.
function answerTerm(scene: LiveScene): void {
  const opening = knownLines(scene).filter(({ source }) => source === 'opening')
  const term = [...opening.map(({ line }) => line), ...openGoals(scene)].find((line) =>
    fitsPattern(scene.phrases, 'recall.term.pattern', line),
  )
  if (term === undefined) return scene.refuse('recall.timeless')
  scene.say('recall.term', { line: term }, 'answer')
}

/** The texts of the goals that the player knows and has not reached. */
export function openGoals(scene: LiveScene): string[] {
  return Object.values(scene.world.goals ?? {})
    .filter(({ known, done }) => holds(scene, known) && !holds(scene, done))
    .map(({ text }) => withPlayerName(text, scene))
}

/** Where a way, a track or a sign leads: where the player knows it, else what can be seen of it. */
export function answerWay(scene: LiveScene, role: string | undefined): void {
  if (role === undefined) return scene.refuse('recall.unanswered')
  const exit = scene.exitsOf(scene.here)[role]
  const place = exit?.to ?? (role in scene.places ? role : undefined)
  if (exit) return scene.say('recall.way', { place: exit.to }, 'answer')
  if (place === scene.here) scene.refuse('go.here')
  const [first] = place === undefined ? [] : (findWay(scene, place, { upToBlock: true }) ?? [])
  if (place !== undefined && first !== undefined)
    return scene.say('way.first', { place, way: scene.naming.way(first) }, 'answer')
  if (place !== undefined) scene.refuse('go.unknown', { place })
  const scenery = hasLight(scene) ? sceneryOf(scene, role) : undefined
  if (scenery !== undefined) return scene.emit(scenery, 'answer')
  if (role in scene.things) return answerOrigin(scene, role)
  const line = findKnownLine(scene, role, { ignored: new Set() })
  if (!line) return scene.refuse('recall.unanswered')
  answerKnown(scene, line)
}
