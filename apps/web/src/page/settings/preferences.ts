import { useSyncExternalStore } from 'react'
import { t } from '../language/text.ts'

/** What a player can prefer, with the words for each option. The first option is the default. */
export const preferenceOptions = {
  theme: { dark: t('Dark'), light: t('Light'), system: t('Same as the system') },
  textSize: { medium: t('Medium'), small: t('Small'), large: t('Large'), huge: t('Very large') },
  font: { serif: t('Serif'), sans: t('Sans serif'), dyslexic: 'OpenDyslexic' },
  lineWidth: { medium: t('Medium'), narrow: t('Narrow'), wide: t('Wide') },
  motion: { system: t('Same as the system'), reduced: t('Reduced') },
  shortcuts: { on: '', off: '' },
} as const

/** Switches that belong to parts of the page, such as the details of a screen. They are off by default. */
const switchNames = [
  'details.tools',
  'details.assets',
  'details.state',
  'details.skills',
  'details.settings',
  'details.export',
  'details.notes',
  'listen.follow',
] as const
export type SwitchName = (typeof switchNames)[number]

type Options = typeof preferenceOptions

/** The player's preferences in this browser. */
export type Preferences = { [Name in keyof Options]: keyof Options[Name] }

const key = 'narratoria.preferences'
const listeners = new Set<() => void>()
let stored: Partial<Record<string, unknown>> = readStored()
let preferences: Preferences = readPreferences()

function readStored(): typeof stored {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? '{}')) as typeof stored
  } catch {
    // The defaults apply.
    return {}
  }
}

function readPreferences(): Preferences {
  const values = Object.entries(preferenceOptions).map(([name, options]) => {
    const value = stored[name]
    return [name, typeof value === 'string' && Object.hasOwn(options, value) ? value : Object.keys(options)[0]]
  })
  return Object.fromEntries(values) as Preferences
}

function store(change: Record<string, unknown>): void {
  stored = { ...stored, ...change }
  preferences = readPreferences()
  try {
    localStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // Then it applies to this visit only.
  }
  for (const listener of listeners) listener()
}

/** Changes a preference and stores it, if the browser allows it. */
export function setPreferences(change: Partial<Preferences>): void {
  store(change)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => preferences)
}

/** Whether the details of any part of the page are shown, as makers want. */
export function useAnyDetails(): boolean {
  return useSyncExternalStore(subscribe, () =>
    switchNames.some((name) => name.startsWith('details.') && stored[name] === true),
  )
}

/** A switch that is remembered in this browser, and a function that sets it. */
export function useSwitch(name: SwitchName): [isOn: boolean, set: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, () => stored[name] === true)
  return [isOn, (wanted) => store({ [name]: wanted })]
}
