import { join } from 'node:path'

/** The path of a tool in `fixtures/tools`. */
export function fixture(name: string): string {
  return join(import.meta.dirname, 'fixtures/tools', `${name}.ts`)
}
