import { restoreFocus } from './restore-focus.ts'

/**
 * Puts the focus into the prompt field, from where what had it is gone. Not where a finger points: a keyboard would
 * slide over the story.
 */
export function focusPrompt(): void {
  if (window.matchMedia('(pointer: coarse)').matches) return
  document.querySelector<HTMLElement>('#prompt')?.focus()
}

/** The `ref` of a part that leaves the focus to the prompt field. */
export const restoreFocusToPrompt = restoreFocus(focusPrompt)
