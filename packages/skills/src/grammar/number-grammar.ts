import { anyOf } from './grammar-rules.ts'

/** An interval of numbers; a missing end is open. Both ends belong to it. */
export interface Interval {
  min?: number
  max?: number
}

/** How far from its one end an interval reaches that has no other. */
const reach = 999_999

/** A GBNF expression for the integers of an interval, without leading zeros; `undefined` when there are none. */
export function integerGrammar(interval: Interval): string | undefined {
  const { min, max } = close(interval)
  if (min > max) return undefined
  const alternatives: string[] = []
  if (min < 0) alternatives.push(...natural(Math.max(1, -max), -min).map((digits) => `"-" ${digits}`))
  if (max >= 0) alternatives.push(...natural(Math.max(0, min), max))
  return anyOf(alternatives)
}

/** A GBNF expression for decimal numbers of an interval, with at most four places; `undefined` when it finds none. */
export function numberGrammar({
  min = -Infinity,
  max = Infinity,
  minOpen,
  maxOpen,
}: Interval & Ends): string | undefined {
  const low = minOpen && Number.isInteger(min) ? min + 1 : Math.ceil(min)
  const high = maxOpen && Number.isInteger(max) ? max - 1 : Math.floor(max)
  const interval = { ...(Number.isFinite(low) && { min: low }), ...(Number.isFinite(high) && { max: high }) }
  const ends = close(interval)
  const alternatives: string[] = []
  const whole = integerGrammar(interval)
  if (whole) alternatives.push(whole)
  const fraction = '"." [0-9]{1,4}'
  const positive = ends.max - 1 >= Math.max(0, ends.min) && natural(Math.max(0, ends.min), ends.max - 1)
  if (positive) alternatives.push(`${anyOf(positive)} ${fraction}`)
  const negative = -ends.min - 1 >= Math.max(0, -ends.max) && natural(Math.max(0, -ends.max), -ends.min - 1)
  if (negative) alternatives.push(`"-" ${anyOf(negative)} ${fraction}`)
  return alternatives.length === 0 ? undefined : anyOf(alternatives)
}

/** Which ends do not belong to an interval. */
export interface Ends {
  minOpen?: boolean
  maxOpen?: boolean
}

function close({ min, max }: Interval): { min: number; max: number } {
  return {
    min: min ?? (max === undefined ? -reach : Math.min(-reach, max - reach)),
    max: max ?? (min === undefined ? reach : Math.max(reach, min + reach)),
  }
}

// The digits of the integers from `min` to `max`, neither negative, length by length.
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
