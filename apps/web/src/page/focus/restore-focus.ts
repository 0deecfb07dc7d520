/** Returns a `ref` for an element that may be removed. If it has the focus then, `take` moves the focus. */
export function restoreFocus(take: () => void): (part: HTMLElement | null) => () => void {
  return (part) => () => {
    if (part?.contains(document.activeElement)) take()
  }
}

/** Focuses the main content. */
export function focusMain(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}

/** A `ref` that moves the focus to the main content when the element is removed. */
export const restoreFocusToMain = restoreFocus(focusMain)
