import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@narratoria/models'
import type { Io } from '../io.ts'
import { narratoriaHome } from './skill-roots.ts'

/** The environment, with the keys that were entered on the page. A variable that is set takes precedence over an entered key. */
export function environmentOf(io: Io): Environment {
  const set = Object.entries(io.env).filter(([, value]) => value?.trim())
  return { ...readKeys(io), ...Object.fromEntries(set) }
}

/** The keys that were entered, by the names of their environment variables. */
export function readKeys(io: Io): Record<string, string> {
  try {
    const value = Object(JSON.parse(readFileSync(fileOf(io), 'utf8'))) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

/** Stores a key, or removes it, in a file that only its owner can read. */
export function storeKey(io: Io, variable: string, key: string | undefined): void {
  const { [variable]: _before, ...others } = readKeys(io)
  const keys = key === undefined ? others : { ...others, [variable]: key }
  const file = fileOf(io)
  mkdirSync(narratoriaHome(io), { recursive: true })
  const part = `${file}.${randomUUID()}`
  writeFileSync(part, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  renameSync(part, file)
}

function fileOf(io: Io): string {
  return join(narratoriaHome(io), 'model-keys.json')
}
