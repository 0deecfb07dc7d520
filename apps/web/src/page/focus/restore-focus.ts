/** Makes the `ref` of a part that comes and goes: when it goes with the focus, another part takes that. */
export function restoreFocus(take: () => void): (part: HTMLElement | null) => () => void {
  return (part) => () => {
    if (part?.contains(document.activeElement)) take()
  }
}

/** Puts the focus before the content of the screen. */
export function focusMain(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}

/** The `ref` of a part that leaves the focus to the screen. */
export const restoreFocusToMain = restoreFocus(focusMain)
