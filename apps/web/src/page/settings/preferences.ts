import { useSyncExternalStore } from 'react'

/** What a player can prefer, with the words for each option. The first option is the default. */
export const preferenceOptions = {
  theme: { dark: 'Dark', light: 'Light', system: 'As the system has it' },
  textSize: { medium: 'Medium', small: 'Small', large: 'Large', huge: 'Very large' },
  font: { serif: 'Serif', sans: 'Sans serif', dyslexic: 'OpenDyslexic' },
  lineWidth: { medium: 'Medium', narrow: 'Narrow', wide: 'Wide' },
  motion: { system: 'As the system has it', reduced: 'Reduced' },
} as const

type Options = typeof preferenceOptions

/** The player's preferences in this browser. */
export type Preferences = { [Name in keyof Options]: keyof Options[Name] }

const key = 'narratoria.preferences'
const listeners = new Set<() => void>()
let preferences: Preferences = read()

function read(): Preferences {
  let stored: Partial<Record<string, unknown>> = {}
  try {
    stored = Object(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    // The defaults apply.
  }
  const values = Object.entries(preferenceOptions).map(([name, options]) => {
    const value = stored[name]
    return [name, typeof value === 'string' && Object.hasOwn(options, value) ? value : Object.keys(options)[0]]
  })
  return Object.fromEntries(values) as Preferences
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
