import { anyOf } from './grammar-rules.ts'

/** An interval of numbers. A missing end is unbounded. Ends belong to the interval unless they are open. */
export interface Interval {
  min?: number
  max?: number
  minOpen?: boolean
  maxOpen?: boolean
}

/** Distance between the ends of an interval with one end. */
const reach = 999_999
/** Most decimal places. */
const places = 4
const unitsOfOne = 10 ** places
/** Larger numbers have no decimal places: with more than fifteen digits, different texts would be the same number. */
const largestWithPlaces = 10 ** 11

/** A GBNF expression for the integers of an interval, without leading zeros; `undefined` if there are none. */
export function integerGrammar(interval: Interval): string | undefined {
  const alternatives = integersOf(interval)
  return alternatives.length === 0 ? undefined : anyOf(alternatives)
}

/**
 * A GBNF expression for the numbers of an interval: its integers, and its decimals between −100,000,000,000 and
 * 100,000,000,000 with one to four decimal places. It has no exponents, no negative zero, and no decimal places at an upper
 * end that is an integer. `undefined` if there are no such numbers.
 */
export function numberGrammar(interval: Interval): string | undefined {
  const { min, max } = close(interval)
  const low = firstUnit(min, interval.minOpen === true)
  const high = -firstUnit(-max, interval.maxOpen === true)
  const positive = decimals(Math.max(low, 0), high)
  const negative = decimals(Math.max(-high, 1), -low).map((text) => `"-" ${text}`)
  const alternatives = [...integersOf(interval), ...positive, ...negative]
  return alternatives.length === 0 ? undefined : anyOf(alternatives)
}

function close({ min, max }: Interval): { min: number; max: number } {
  return {
    min: min ?? (max === undefined ? -reach : Math.min(-reach, max - reach)),
    max: max ?? (min === undefined ? reach : Math.max(reach, min + reach)),
  }
}

function integersOf(interval: Interval): string[] {
  const { min, max } = close(interval)
  const low = interval.minOpen && Number.isInteger(min) ? min + 1 : Math.ceil(min)
  const high = interval.maxOpen && Number.isInteger(max) ? max - 1 : Math.floor(max)
  const negative = low < 0 ? natural(Math.max(1, -high), -low).map((digits) => `"-" ${digits}`) : []
  return high < 0 ? negative : [...negative, ...natural(Math.max(0, low), high)]
}

// The first number with four decimal places that is not below `end`, in units of 0.0001. Compared as the number that its
// text is parsed to, since schemas are checked against that.
function firstUnit(end: number, open: boolean): number {
  const most = largestWithPlaces * unitsOfOne - 1
  if (Math.abs(end) >= largestWithPlaces) return Math.sign(end) * most + (end > 0 ? 1 : 0)
  let unit = Math.floor(end * unitsOfOne) - 2
  while (open ? valueOf(unit) <= end : valueOf(unit) < end) unit += 1
  return unit
}

function valueOf(unit: number): number {
  return Number(`${unit}e-${places}`)
}

// The decimals between two non-negative counts of units of 0.0001.
function decimals(low: number, high: number): string[] {
  if (low > high) return []
  const [lowest, highest] = [Math.floor(low / unitsOfOne), Math.floor(high / unitsOfOne)]
  const [first, last] = [low % unitsOfOne, high % unitsOfOne]
  const nines = unitsOfOne - 1
  if (lowest === highest) return withFraction([`"${lowest}"`], first, last)
  const whole = first === 0 ? lowest : lowest + 1
  return [
    ...(first === 0 ? [] : withFraction([`"${lowest}"`], first, nines)),
    ...(whole < highest ? withFraction(natural(whole, highest - 1), 0, nines) : []),
    ...withFraction([`"${highest}"`], 0, last),
  ]
}

function withFraction(digits: string[], first: number, last: number): string[] {
  if (last === 0) return []
  if (first === 0 && last === unitsOfOne - 1) return [`${anyOf(digits)} "." [0-9]{1,${places}}`]
  const fractions: string[] = []
  for (let length = 1; length <= places; length += 1) {
    const unit = 10 ** (places - length)
    const [low, high] = [Math.ceil(first / unit), Math.floor(last / unit)]
    const pad = (part: number) => String(part).padStart(length, '0')
    if (low <= high) fractions.push(sameLength(pad(low), pad(high)))
  }
  return [`${anyOf(digits)} "." ${anyOf(fractions)}`]
}

// The digits of the integers from `min` to `max`, both non-negative, by length.
function natural(min: number, max: number): string[] {
  const alternatives: string[] = []
  for (let low = min; low <= max;) {
    const high = Math.min(max, 10 ** String(low).length - 1)
    alternatives.push(sameLength(String(low), String(high)))
    low = high + 1
  }
  return alternatives
}

function sameLength(low: string, high: string): string {
  const [lowest = ''] = low
  const [highest = ''] = high
  if (low === high) return `"${low}"`
  if (low.length === 1) return `[${lowest}-${highest}]`
  const rest = low.length - 1
  const lowRest = low.slice(1)
  const highRest = high.slice(1)
  const [zeros, nines] = ['0'.repeat(rest), '9'.repeat(rest)]
  if (lowest === highest) return `"${lowest}" ${sameLength(lowRest, highRest)}`
  if (lowRest === zeros && highRest === nines) return `[${lowest}-${highest}] [0-9]{${rest}}`
  const parts = [`"${lowest}" ${sameLength(lowRest, nines)}`]
  if (Number(highest) - Number(lowest) > 1) parts.push(`[${Number(lowest) + 1}-${Number(highest) - 1}] [0-9]{${rest}}`)
  parts.push(`"${highest}" ${sameLength(zeros, highRest)}`)
  return anyOf(parts)
}
