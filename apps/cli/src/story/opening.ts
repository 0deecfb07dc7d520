import type { Choice, JsonObject } from '@narratoria/protocol'

/** The beginning of a new story. */
export interface Opening {
  title: string
  text: string
  choices: Choice[]
  initialState: JsonObject
}

/** The beginning of a story without a premise of the player. */
export const shippedOpening: Opening = {
  title: 'The Door Without a Handle',
  text:
    'The stair ends in a hall that has not seen daylight since the river moved. Water ticks somewhere behind the walls. ' +
    'A torch, cold but dry, hangs in an iron ring, and at the far end waits a door with no handle and a great many marks.',
  choices: [{ text: 'Light the torch' }, { text: 'Examine the door' }, { text: 'Roll to listen at the wall' }],
  initialState: {},
}

/** The beginning of a story. The premise is part of the state, so that skills can read it. */
export function openingOf({ title, premise }: { title?: string; premise?: string }): Opening {
  if (premise === undefined) return title === undefined ? shippedOpening : { ...shippedOpening, title }
  const named = title ?? 'Untitled story'
  return { title: named, text: premise, choices: [], initialState: { story: { title: named, premise } } }
}
