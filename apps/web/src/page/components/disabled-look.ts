/** Props of an `aria-disabled` button: it looks disabled but stays focusable. Its handler must check the condition. */
export function disabledLook(now: boolean): { 'aria-disabled'?: true; className?: string } {
  return now ? { 'aria-disabled': true, className: 'Mui-disabled' } : {}
}
