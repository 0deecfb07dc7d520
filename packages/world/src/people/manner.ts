import type { LiveScene } from '../live/live-scene.ts'

/** From this feeling on, a person reacts kindly. */
const warm = 20
/** From this feeling down, a person reacts coldly, and does nothing for the player. */
export const cold = -30

/** How a person feels about the player, as the end of the key of a phrase. */
export function moodOf(scene: LiveScene, person: string): string[] {
  const feeling = scene.feelingOf(person)
  return feeling <= cold ? ['cold'] : feeling >= warm ? ['warm'] : []
}

/** The key of a phrase for the first mood, then for the first manner of the person, that it exists for; else the key itself. */
export function phraseFor(
  scene: LiveScene,
  { person, key, moods = [] }: { person: string; key: string; moods?: readonly string[] },
): string {
  const all = [...moods, ...(scene.people[person]?.manner ?? [])]
  const fitting = all.find((each) => scene.phrases[`${key}.${each}`] !== undefined)
  return fitting === undefined ? key : `${key}.${fitting}`
}
