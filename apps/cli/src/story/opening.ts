import type { Choice, JsonObject } from '@narratoria/protocol'

/** How a new story begins. */
export interface Opening {
  title: string
  text: string
  choices: Choice[]
  initialState: JsonObject
}

/** The scene that a new story starts in, unless the player brings a premise. */
export const shippedOpening: Opening = {
  title: 'The Door Without a Handle',
  text:
    'The stair ends in a hall that has not seen daylight since the river moved. Water ticks somewhere behind the walls. ' +
    'A torch, cold but dry, hangs in an iron ring, and at the far end waits a door with no handle and a great many marks.',
  choices: [{ text: 'Light the torch' }, { text: 'Examine the door' }, { text: 'Roll to listen at the wall' }],
  initialState: {},
}

/** The beginning of a story of the player's own; its premise is part of the state, so that every skill can go by it. */
export function openingOf({ title, premise }: { title?: string; premise?: string }): Opening {
  if (premise === undefined) return title === undefined ? shippedOpening : { ...shippedOpening, title }
  const named = title ?? 'Untitled story'
  return { title: named, text: premise, choices: [], initialState: { story: { title: named, premise } } }
}
