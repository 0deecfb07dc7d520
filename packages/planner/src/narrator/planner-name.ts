/** What a planner is called in events, records and messages. One written in JavaScript may have forgotten its name. */
export function nameOf({ name }: { readonly name?: unknown }): string {
  return typeof name === 'string' && name !== '' ? name : 'unnamed'
}
