import { useEffect, useRef } from 'react'
import { t } from '../language/text.ts'
import type { Screen } from '../routing/route.ts'
import { usePreferences } from '../settings/preferences.ts'

/** What a key of its own does. */
type ShortcutName = 'help' | 'prompt' | 'reading' | 'listen' | 'branches' | 'home' | Screen

/**
 * The keys, with what they do. They work while no field has the focus. Those of the screens are digits in the order of the
 * navigation, because the names of the screens depend on the language and on the details.
 */
export const shortcuts: Record<Exclude<ShortcutName, Screen>, { key: string; label: string }> &
  Record<Screen, { key: string; label?: undefined }> = {
  help: { key: '?', label: t('Show this list') },
  prompt: { key: '/', label: t('Go to the text field') },
  reading: { key: 'r', label: t('Reading mode on or off') },
  listen: { key: 'l', label: t('Read the story aloud, or stop') },
  branches: { key: 'b', label: t('Show the branches of the story') },
  home: { key: 'h', label: t('Home') },
  narrative: { key: '1' },
  tools: { key: '2' },
  assets: { key: '3' },
  state: { key: '4' },
  skills: { key: '5' },
}

/** Keys that always work where they are named: pressed together, or either of them. */
export const fixedKeys: readonly { keys: readonly string[]; isEither?: boolean; label: string }[] = [
  { keys: ['Enter'], label: t('Send your words') },
  { keys: ['Shift', 'Enter'], label: t('Begin a new line') },
  { keys: ['↑'], label: t('In the empty text field: your earlier words') },
  { keys: ['Esc'], label: t('Stop the turn, close a dialog, or leave reading mode') },
  { keys: ['Ctrl', 'F'], label: t('Find in the whole story') },
  { keys: ['Home', 'End'], isEither: true, label: t('Go to the beginning or end of the story') },
]

/** Whether a key belongs to the element that has the focus. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role=tree], [role=menu], [role=listbox], [role=dialog]') !== null)
  )
}

/** Calls the function of a key that is pressed while nothing else uses it, unless the player switched these keys off. */
export function useShortcuts(actions: Partial<Record<ShortcutName, () => void>>): void {
  const { shortcuts: wanted } = usePreferences()
  const current = useRef(actions)
  useEffect(() => void (current.current = actions))
  useEffect(() => {
    if (wanted === 'off') return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (isTaken(event.target) || document.querySelector('[role=dialog], dialog[open]')) return
      const name = (Object.keys(shortcuts) as ShortcutName[]).find((each) => shortcuts[each].key === event.key)
      const action = name && current.current[name]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [wanted])
}
