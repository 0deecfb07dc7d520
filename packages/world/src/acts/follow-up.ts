import type { LiveScene } from '../live/live-scene.ts'
import { followUp, reply, sayOwn } from '../people/replies.ts'
import { openTopics, topicName } from '../people/topics.ts'
import { fitsPattern } from '../text/patterns.ts'
import { openLastTopic, sayTopic, isTopicSaid, hasReply } from './say-topic.ts'
import { sayMeant } from './answer-unknown.ts'

/** Answers "why?", "go on", "who told you?". */
export function answerFollowUp(
  scene: LiveScene,
  person: string,
  { kind, isFollowing }: { kind: string; isFollowing: boolean },
): void {
  if (hasReply(scene, person) || (isFollowing && followUp(scene, person, kind))) return
  if (kind === 'more') return sayMore(scene, person)
  if (kind === 'meaning' && !sayOwn(scene, person, kind)) return sayMeant(scene, person)
  if (kind !== 'meaning') reply(scene, person, kind)
}

/** Says the rest of what a person has to say about another person: "what was she like?" Returns whether there is more. */
export function goesOn(scene: LiveScene, person: string, question: string): boolean {
  if (!fitsPattern(scene.phrases, 'answer.pronoun.pattern', question)) return false
  const last = openLastTopic(scene, person)
  if (last === undefined) return false
  sayTopic(scene, { person, ...last })
  return true
}

// The rest of the last answer, else what else they can be asked.
function sayMore(scene: LiveScene, person: string): void {
  const last = openLastTopic(scene, person)
  if (last !== undefined) return sayTopic(scene, { person, ...last })
  reply(scene, person, 'more')
  const open = openTopics(scene, person).filter(
    ({ id, topic }) => topic.stated !== true && !isTopicSaid(scene, person, id),
  )
  if (open.length === 0) return
  const topics = scene.naming.alternatives(open.slice(0, maxNamed).map(({ id }) => topicName(id)))
  scene.say('talk.topics', { person, topics })
}

/** Topics that are named to a player who asks for more. */
const maxNamed = 3
