import { InvalidArgumentError } from 'commander'

/** Gathers an option that may be given several times. */
export function collect(value: string, previous: string[]): string[] {
  return [...previous, value]
}

/** Reads a whole number above zero. */
export function positiveInteger(value: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number above 0.')
  return number
}

/** A port to listen on; 0 lets the system choose. */
export function portNumber(value: string): number {
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError('must be a whole number from 0 to 65535.')
  return port
}
