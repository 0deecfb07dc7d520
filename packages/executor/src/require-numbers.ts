/**
 * Checks that each of the options `names` is undefined or a non-negative number. A limit of NaN would never apply.
 *
 * @throws {RangeError} naming the option and its value
 */
export function requireNumbers<Options extends object>(
  options: Options,
  names: readonly (keyof Options & string)[],
): void {
  for (const name of names) {
    const value: unknown = options[name]
    if (value !== undefined && !(typeof value === 'number' && value >= 0))
      throw rangeError(name, 'a non-negative number', value)
  }
}

/**
 * Checks that `value` is a positive integer or Infinity.
 *
 * @throws {RangeError} naming the option and its value
 */
export function requireCount(name: string, value: unknown): void {
  if (value === Infinity || (Number.isInteger(value) && (value as number) >= 1)) return
  throw rangeError(name, 'a positive integer or Infinity', value)
}

function rangeError(name: string, rule: string, value: unknown): RangeError {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return new RangeError(`The option ${name} must be ${rule}; it is ${shown}.`)
}
