/**
 * Refuses what is below 0 or no number at all among the options of these `names`: a limit of NaN would never strike.
 *
 * @throws {RangeError} names the option and what it was
 */
export function requireNumbers<Options extends object>(
  options: Options,
  names: readonly (keyof Options & string)[],
): void {
  for (const name of names) {
    const value: unknown = options[name]
    if (value !== undefined && !(typeof value === 'number' && value >= 0)) throw refusal(name, 'a number from 0', value)
  }
}

/**
 * Refuses a count of what may be at work at once that lets nothing work.
 *
 * @throws {RangeError} names the option and what it was
 */
export function requireCount(name: string, value: unknown): void {
  if (value === Infinity || (Number.isInteger(value) && (value as number) >= 1)) return
  throw refusal(name, 'a whole number from 1, or Infinity', value)
}

function refusal(name: string, rule: string, value: unknown): RangeError {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return new RangeError(`The option ${name} must be ${rule}; it is ${shown}.`)
}
