import type { LiveScene } from '../live/live-scene.ts'
import { knownFact, stems } from './topics.ts'

/**
 * A person hears news, an accusation or another statement, and remembers it. They react by what they know: as a witness of what is said,
 * as the one it is about, or by who else it is about.
 */
export function hear(scene: LiveScene, person: string, words: string): void {
  const isRepeated = Object.values(scene.state.deeds ?? {}).some(
    (deed) => deed.act === 'tell' && deed.person === person && deed.text === words,
  )
  scene.happen(`met:${person}`)
  scene.recordDeed({ act: 'tell', by: 'player', person, text: words })
  if (isRepeated && !(scene.phrases['say.polite'] ?? []).includes(words)) return say(scene, person, 'hear.again')
  if ((scene.phrases['say.polite'] ?? []).includes(words)) return say(scene, person, 'hear.polite')
  const fact = knownFact(scene, words, 'player')
  if (fact !== undefined && scene.state.knows?.[person]?.[fact] === undefined) {
    const isKnown = scene.people[person]?.knows?.includes(fact) === true
    scene.learn(person, fact, 'player')
    return say(scene, person, isKnown ? 'hear.known' : 'tell.fact')
  }
  const about = Object.keys(scene.people).filter((id) => id !== person && isNamed(scene, id, words))
  const thing = Object.keys(scene.things).find((id) => isNamed(scene, id, words))
  const taken = thing === undefined ? undefined : takenBefore(scene, thing, person)
  const [other] = about
  if (taken && other !== undefined) return say(scene, person, 'hear.witness', { thing })
  if (isNamed(scene, person, words) || isToListener(scene, words)) return say(scene, person, 'hear.own')
  if (other !== undefined) {
    scene.learn(person, `told:${other}`, 'player')
    say(scene, person, 'hear.other', { about: other })
    if (scene.peopleAt(scene.here).includes(other)) scene.say('hear.present', { about: other }, 'event')
    return
  }
  if (thing !== undefined && scene.state.at?.[thing] !== undefined) return say(scene, person, 'hear.thing', { thing })
  say(scene, person, 'hear.nothing')
}

function say(scene: LiveScene, person: string, key: string, slots: Record<string, string | undefined> = {}): void {
  const manner = scene.people[person]?.manner?.find((each) => scene.phrases[`${key}.${each}`] !== undefined)
  scene.say(manner === undefined ? key : `${key}.${manner}`, { person, ...slots }, 'speech', person)
}

/** Whether a person saw the player take a thing that was not theirs. */
function takenBefore(scene: LiveScene, thing: string, person: string): boolean {
  const known = scene.state.knows?.[person] ?? {}
  return Object.entries(scene.state.deeds ?? {}).some(
    ([id, deed]) => deed.act === 'steal' && deed.thing === thing && known[id] !== undefined,
  )
}

function isToListener(scene: LiveScene, words: string): boolean {
  const asked = words.toLowerCase().split(/[^\p{L}']+/u)
  return (scene.phrases['hear.you'] ?? []).some((list) => list.split(' ').some((word) => asked.includes(word)))
}

function isNamed(scene: LiveScene, id: string, words: string): boolean {
  const { name, aliases = [] } = scene.people[id] ?? scene.things[id]!
  const said = stems(words)
  return [name, ...aliases].some((each) => stems(each).every((word) => said.includes(word)))
}
