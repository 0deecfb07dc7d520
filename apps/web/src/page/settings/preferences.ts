import { useSyncExternalStore } from 'react'

/** What the player chose for this browser. */
export interface Preferences {
  theme: 'dark' | 'light' | 'system'
}

const key = 'narratoria.preferences'
const listeners = new Set<() => void>()
let preferences: Preferences = read()

function read(): Preferences {
  try {
    const { theme } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>
    return { theme: theme === 'light' || theme === 'system' ? theme : 'dark' }
  } catch {
    return { theme: 'dark' }
  }
}

/** Changes a preference and keeps it, where the browser lets it. */
export function setPreferences(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change }
  try {
    localStorage.setItem(key, JSON.stringify(preferences))
  } catch {
    // Then it holds for this visit.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The player's preferences, as they are now. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => preferences)
}
