import { restoreFocus } from './restore-focus.ts'

/**
 * Focuses the prompt field. Does nothing on touch screens, where the on-screen keyboard would cover the story.
 */
export function focusPrompt(): void {
  if (window.matchMedia('(pointer: coarse)').matches) return
  document.querySelector<HTMLElement>('#prompt')?.focus()
}

/** A `ref` that moves the focus to the prompt field when the element is removed. */
export const restoreFocusToPrompt = restoreFocus(focusPrompt)
