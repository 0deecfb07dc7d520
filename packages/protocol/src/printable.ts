// oxlint-disable-next-line no-control-regex -- control characters are what it matches
const unsafe = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

/**
 * Removes control characters except line feeds and tabs, and characters that change the direction of writing. Text that
 * another author wrote can then neither control a terminal nor pretend to be other text.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { printable } from '@narratoria/protocol/printable'
 *
 * assert.equal(printable('a\u001B]52;c;eA==\u0007 door'), 'a]52;c;eA== door')
 * ```
 */
export function printable(text: string): string {
  return text.replaceAll(unsafe, '')
}

/**
 * JSON with the characters that {@link printable} removes as escape sequences, so that a program reads the same value.
 *
 * @param indent spaces per level; defaults to one line
 */
export function printableJson(value: unknown, indent?: number): string {
  return escapeUnsafe(JSON.stringify(value, null, indent))
}

/** Writes the characters that {@link printable} removes from JSON text as escape sequences. */
export function escapeUnsafe(json: string): string {
  return json.replaceAll(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
