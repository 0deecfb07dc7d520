import { wordsOfPhrase } from '../text/patterns.ts'
import type { LiveScene } from '../live/live-scene.ts'
import { isNamedIn, stems } from '../people/topics.ts'
import { recallDeeds } from './recall-deeds.ts'
import { answersOf } from './said.ts'

/** Deeds that answer one question, at most. */
const maxDeeds = 5

/**
 * Answers a question about what the player did, such as "I pick up in the bar", from the deeds. Returns false if the words are not such
 * a question, or name something of which nothing is known.
 */
export function recallOwn(
  scene: LiveScene,
  text: string,
  sayDeed: (deed: ReturnType<typeof recallDeeds>[0]) => void,
): boolean {
  const [subject = '', ...rest] = text.toLowerCase().match(/[\p{L}\p{N}’'-]+/gu) ?? []
  if (!wordsOfPhrase(scene, 'recall.player').includes(subject)) return false
  const words = stems(rest.join(' '))
  const isSaid = (act: string) => wordsOfPhrase(scene, `did.${act}`).some((word) => stems(word)[0] === words[0])
  const named = namedIn(scene, words.slice(1))
  if (isSaid('talk') && named.length === 0) return answerTalks(scene)
  const [person] = named.filter((id) => Object.hasOwn(scene.people, id))
  if ((isSaid('talk') || isSaid('tell') || isSaid('any')) && person !== undefined && answerTopics(scene, person))
    return true
  const acts = deedActs(scene)
    .filter(isSaid)
    .flatMap((act) => (act === 'take' ? ['take', 'steal'] : [act]))
  if (acts.length === 0 && !isSaid('any')) return false
  const done = recallDeeds(scene.state).filter(({ act }) => acts.length === 0 || acts.includes(act))
  const about = done.filter((deed) =>
    named.every((id) => [deed.thing, deed.person, deed.place, deed.from?.slice(3)].includes(id)),
  )
  // "In the bar" may be a place that is called something else.
  const deeds = about.length === 0 && person === undefined ? done : about
  if (deeds.length === 0) scene.refuse('recall.undone')
  for (const deed of deeds.slice(0, maxDeeds).toReversed()) sayDeed(deed)
  return true
}

function deedActs(scene: LiveScene): string[] {
  return Object.keys(scene.phrases).flatMap((key) => (key.startsWith('did.') ? [key.slice('did.'.length)] : []))
}

/** The things, people and places with a name in the words. */
function namedIn(scene: LiveScene, words: readonly string[]): string[] {
  const all = [...Object.keys(scene.things), ...Object.keys(scene.people), ...Object.keys(scene.places)]
  return all.filter((id) => isNamedIn(scene.namesOf(id), words))
}

function answerTalks(scene: LiveScene): boolean {
  const people = [...new Set(answersOf(scene).map(({ person }) => person))]
  if (people.length === 0) scene.refuse('recall.untalked')
  scene.say('recall.talked', { things: people }, 'answer')
  return true
}

/** What the player has asked a person about. */
function answerTopics(scene: LiveScene, person: string): boolean {
  const topics = answersOf(scene)
    .filter((said) => said.person === person)
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ topic }) => topic.replaceAll('_', ' '))
  if (topics.length === 0) return false
  const [first, ...others] = topics.toReversed()
  const text = others.length === 0 ? first! : `${others.toReversed().join(', ')} and ${first}`
  scene.say('recall.asked', { person, text }, 'answer')
  return true
}
