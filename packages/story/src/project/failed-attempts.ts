import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { layout, numbered } from '../files/layout.ts'

/** The name of an attempt's error file without its extension: `error_005`, then `error_005_2`. */
export function errorFileName(tick: number, attempt: number): string {
  return `error_${numbered(tick)}${attempt === 1 ? '' : `_${attempt}`}`
}

/** The numbers of a tick's failed attempts, in ascending order. */
export function failedAttempts(folder: string, tick: number): number[] {
  const errors = join(folder, layout.errors)
  const pattern = new RegExp(`^error_${numbered(tick)}(?:_(\\d+))?\\.(?:json|log)$`)
  const found = (existsSync(errors) ? readdirSync(errors) : []).flatMap((file) => {
    const match = pattern.exec(file)
    return match ? [Number(match[1] ?? 1)] : []
  })
  return [...new Set(found)].sort((a, b) => a - b)
}

/** The number of a tick's next attempt. The first is 1. */
export function nextAttempt(folder: string, tick: number): number {
  return (failedAttempts(folder, tick).at(-1) ?? 0) + 1
}
