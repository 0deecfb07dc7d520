import { join } from 'node:path'
import type { Writable } from 'node:stream'

/** The path of a tool in `fixtures/tools`. */
export function fixture(name: string): string {
  return join(import.meta.dirname, 'fixtures/tools', `${name}.ts`)
}

/**
 * Writes the opening brace of a request, with more white space than the system buffers. Resolves when the tool has read
 * most of it and waits for the rest.
 */
export function beginRequest(stdin: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    stdin.write(`{${' '.repeat(4 << 20)}`, (error) => (error ? reject(error) : resolve()))
  })
}
