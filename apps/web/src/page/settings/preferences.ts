import { useSyncExternalStore } from 'react'

/** The player's preferences in this browser. */
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

/** Changes a preference and stores it, if the browser allows it. */
export function setPreferences(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change }
  try {
    localStorage.setItem(key, JSON.stringify(preferences))
  } catch {
    // Then it applies to this visit only.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current preferences. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => preferences)
}
