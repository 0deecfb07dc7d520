import { useSyncExternalStore } from 'react'

/** A person who speaks in a paragraph, with a picture. */
export interface Speaker {
  name: string
  portraitUrl: string
}

/** The speaker of a paragraph, whose picture stands beside the first of several paragraphs. */
export interface Speech {
  speaker: Speaker
  isContinued: boolean
}

/** Finds who speaks in each paragraph of a turn with the player's words. */
export type FindSpeeches = (paragraphs: readonly string[], prompt: string) => readonly (Speech | undefined)[]

let find: FindSpeeches = () => []
const listeners = new Set<() => void>()

/** Sets how speakers are found, once the people of a story are known. */
export function setSpeakers(next: FindSpeeches): void {
  find = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Finds who speaks in the paragraphs of a turn. */
export function useSpeakers(): FindSpeeches {
  return useSyncExternalStore(subscribe, () => find)
}
