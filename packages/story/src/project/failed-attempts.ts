import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { layout, numbered } from '../files/layout.ts'

/** The error file of an attempt, without its ending: `error_005`, then `error_005_2`. */
export function errorFileName(tick: number, attempt: number): string {
  return `error_${numbered(tick)}${attempt === 1 ? '' : `_${attempt}`}`
}

/** The numbers of the attempts at a tick that failed so far, in order. */
export function failedAttempts(folder: string, tick: number): number[] {
  const place = join(folder, layout.errors)
  const pattern = new RegExp(`^error_${numbered(tick)}(?:_(\\d+))?\\.(?:json|log)$`)
  const found = (existsSync(place) ? readdirSync(place) : []).flatMap((file) => {
    const match = pattern.exec(file)
    return match ? [Number(match[1] ?? 1)] : []
  })
  return [...new Set(found)].sort((a, b) => a - b)
}

/** The number of the attempt at a tick that comes next; the first is 1. */
export function nextAttempt(folder: string, tick: number): number {
  return (failedAttempts(folder, tick).at(-1) ?? 0) + 1
}
