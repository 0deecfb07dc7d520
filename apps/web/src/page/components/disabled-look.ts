/** The look of a button that does nothing now. Other than a disabled one it keeps the focus; its action has to ask itself. */
export function disabledLook(now: boolean): { 'aria-disabled'?: true; className?: string } {
  return now ? { 'aria-disabled': true, className: 'Mui-disabled' } : {}
}
