import { join } from 'node:path'

/** The file of a session's memories in the skill's data folder. Ids that are no plain file names are written in hexadecimal. */
export function sessionFile(dataDir: string, sessionId = 'no-session', extension = 'sqlite'): string {
  const plain = /^[a-z0-9][a-z0-9_-]{0,80}$/.test(sessionId)
  return join(
    dataDir,
    `${plain ? sessionId : `x-${Buffer.from(sessionId).toString('hex').slice(0, 160)}`}.${extension}`,
  )
}
