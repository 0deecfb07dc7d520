import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { narratoriaHome } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'

/**
 * The token of this home's web server. It is created once and kept with mode 0600, so that pages and addresses stay valid when
 * the server is started again. Deleting the file `web-token` creates another one.
 */
export function keptToken(io: Io): string {
  const home = narratoriaHome(io)
  const file = join(home, 'web-token')
  const token = randomBytes(24).toString('base64url')
  try {
    mkdirSync(home, { recursive: true })
    const descriptor = openSync(file, 'wx', 0o600)
    writeSync(descriptor, `${token}\n`)
    closeSync(descriptor)
    return token
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return token
    return readFileSync(file, 'utf8').trim()
  }
}
