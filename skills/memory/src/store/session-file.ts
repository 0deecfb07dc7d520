import { join } from 'node:path'

/** The file of a session's memories in the skill's data folder. Ids that are no plain file names are written in hexadecimal. */
export function sessionFile(dataDir: string, sessionId = 'no-session', extension = 'sqlite'): string {
  const plain = /^[a-z0-9][a-z0-9_-]{0,80}$/.test(sessionId)
  return join(dataDir, `${plain ? sessionId : `_${encode(sessionId)}`}.${extension}`)
}

// File systems end names at 255 bytes; a longer id is told apart by its hash.
function encode(sessionId: string): string {
  const hex = Buffer.from(sessionId).toString('hex')
  if (hex.length <= 160) return hex
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(sessionId).digest('hex')
}
