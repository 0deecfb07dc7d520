import type { Choice } from '@narratoria/protocol'

/** The scene that a new story starts in. */
export const opening: { text: string; choices: Choice[] } = {
  text:
    'The stair ends in a hall that has not seen daylight since the river moved. Water ticks somewhere behind the walls. ' +
    'A torch, cold but dry, hangs in an iron ring, and at the far end waits a door with no handle and a great many marks.',
  choices: [{ text: 'Light the torch' }, { text: 'Examine the door' }, { text: 'Roll to listen at the wall' }],
}
