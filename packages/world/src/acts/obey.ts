import type { LiveScene } from '../live/live-scene.ts'
import type { Act } from '../model/act.ts'
import { cold, moodOf, phraseFor } from '../people/manner.ts'
import { sayOwn } from '../people/replies.ts'
import { findTopic } from '../people/topics.ts'
import { isFollower } from '../people/walk.ts'
import { rulesOn } from '../rules/rules.ts'
import { scopeOf } from '../scene/scope.ts'
import { capital } from '../text/render.ts'
import { sayTopic, trustOf } from './say-topic.ts'

/** Acts that every person does when asked, on things without a rule of the campaign: the property that they change, and its new value. */
const favours: Record<string, [property: string, value: boolean]> = {
  open: ['open', true],
  close: ['open', false],
  extinguish: ['lit', false],
}

/** Replies that a campaign may have written, by the common one. */
const own: Record<string, string> = {
  'order.follow': 'follow',
  'order.go': 'order',
  'order.refused': 'order',
  'order.stays': 'stay',
}

const looking = new Set(['look', 'examine', 'search', 'listen', 'smell'])

/** The player orders a person to do something. The person does it if it is a small favour, else says why not. */
export function obey(scene: LiveScene, { person, order, text }: { person: string; order: Act; text: string }): void {
  scene.happen(`met:${person}`)
  scene.recordDeed({ act: 'tell', by: 'player', person, text })
  const slots = { person, thing: order.thing, text: capital(true, text.replace(/[.!?\s]+$/, '')) }
  const isCold = scene.feelingOf(person) <= cold
  const say = (key: string) => {
    if (!isCold && sayOwn(scene, person, own[key] ?? '')) return
    scene.say(phraseFor(scene, { person, key, moods: moodOf(scene, person) }), slots, 'speech', person)
  }
  const isFollowing = isFollower(scene, person)
  if (order.act === 'follow') return say(isFollowing ? 'order.follows' : 'order.follow')
  if (order.act === 'lead') return say('order.lead')
  if (order.act === 'help') return say('order.help')
  if (order.act === 'let') return say('order.let')
  if (order.act === 'wait') return say(isFollowing ? 'order.stays.not' : 'order.stays')
  if (isCold) return say('order.refused')
  if (order.act === 'go') return say(isFollowing ? 'order.stays.not' : 'order.go')
  if (order.act === 'read' && isSeen(scene, order.thing))
    return scene.redirect({ act: 'show', thing: order.thing!, person })
  if (looking.has(order.act) && (order.thing === undefined || isSeen(scene, order.thing))) return say('order.looks')
  const holder = order.thing === undefined ? undefined : scopeOf(scene).find(({ id }) => id === order.thing)?.heldBy
  const isGift = ['give', 'take', 'show'].includes(order.act)
  // "Give me some liquorice", which they have given before
  const found = isGift && order.person === 'player' && holder === undefined ? findTopic(scene, person, text) : undefined
  if (found?.isWeak === false && scene.feelingOf(person) >= trustOf(found.topic))
    return sayTopic(scene, { person, ...found })
  if (isGift && order.person === 'player') return say(holder === person ? 'order.keeps' : 'order.has.not')
  if (doFavour(scene, { person, order })) return
  say('order.refused')
}

// Returns whether the order is one of the favours. It is then done, or answered.
function doFavour(scene: LiveScene, { person, order: { act, thing } }: { person: string; order: Act }): boolean {
  const favour = favours[act]
  if (!favour || thing === undefined || !isSeen(scene, thing) || rulesOn(scene, { act, thing }).length > 0) return false
  const [property, value] = favour
  const { openable, light } = scene.things[thing]!
  if ((property === 'open' ? openable : light) !== true) return false
  const key = scene.is(thing, property) === value ? 'already' : scene.is(thing, 'locked') ? 'locked' : 'done'
  if (key === 'done') scene.make(thing, property, value)
  scene.say(key === 'done' ? `order.${act}` : `order.${key}`, { person, thing }, 'act')
  return true
}

function isSeen(scene: LiveScene, thing: string | undefined): boolean {
  return thing !== undefined && thing in scene.things && scopeOf(scene).some(({ id }) => id === thing)
}
