import type { Effect, Text } from '../model/types.ts'
import type { Scene } from '../scene/scene.ts'
import { withPlayerName } from '../text/render.ts'

/** An answer that a person gave. */
export interface Said {
  person: string
  topic: string
  /** The session's number of the turn. */
  turn: number
  line: string
}

/** The last lines that the player heard from a person, in their order. */
export function linesHeard({ state }: Scene, person: string): { turn: number; line: string }[] {
  return Object.entries(state.said?.[person] ?? {})
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([, said]) => said)
}

/** A text that an effect says, and who says it. */
export interface SpokenText {
  text: Text
  by?: string
}

export function answersOf(scene: Scene): Said[] {
  return Object.entries(scene.state.talked ?? {}).flatMap(([person, topics]) =>
    Object.entries(topics).map(([id, { turn, lie, said = 0 }]): Said => {
      const topic = scene.people[person]?.topics?.[id]
      const texts = [(lie === true ? topic?.lie : undefined) ?? topic?.answer ?? ''].flat()
      const line = withPlayerName(texts[Math.min(said, texts.length - 1)] ?? '', scene)
      return { person, topic: id, turn, line }
    }),
  )
}

/** What a beat or a rule that has happened says without a condition. */
export function textsOfEvent({ beats = {}, rules = {} }: Scene['world'], id: string): SpokenText[] {
  return textsOf(beats[id]?.then ?? rules[id]?.then ?? [])
}

function textsOf(effects: readonly Effect[]): SpokenText[] {
  return effects.flatMap((effect): SpokenText[] => {
    if ('say' in effect) return [{ text: effect.say }]
    return 'speak' in effect ? [{ text: effect.speak[1], by: effect.speak[0] }] : []
  })
}

/** The text of something that is only described, from the id of the event `examined:` that its examination sets. */
export function examinedScenery(scene: Scene, id: string): Text | undefined {
  const slash = id.indexOf('/')
  if (slash < 0) return undefined
  const scenery = scene.places[id.slice(0, slash)]?.scenery ?? {}
  const noun = id.slice(slash + 1).toLowerCase()
  return Object.entries(scenery).find(([each]) => each.toLowerCase() === noun)?.[1]
}

/** Whether two lines are the same speech, which may have been put into quotation marks. */
export function isSame(line: string, other: string): boolean {
  return line !== '' && (other.includes(line) || line.includes(other))
}
