import { useSyncExternalStore } from 'react'

/** A person who speaks in a paragraph, with a picture. */
export interface Speaker {
  name: string
  portraitUrl: string
}

type FindSpeaker = (paragraph: string) => Speaker | undefined

let find: FindSpeaker = () => undefined
const listeners = new Set<() => void>()

/** Sets how speakers are found, once the people of a story are known. */
export function setSpeakers(next: FindSpeaker): void {
  find = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Finds who speaks in a paragraph. */
export function useSpeakers(): FindSpeaker {
  return useSyncExternalStore(subscribe, () => find)
}
