import { join } from 'node:path'

/** The file of a session in the skill's data folder. Ids that are not valid file names are hex-encoded. */
export function sessionFile(dataDir: string, sessionId = 'no-session', extension = 'sqlite'): string {
  const plain = /^[a-z0-9][a-z0-9_-]{0,80}$/.test(sessionId)
  return join(dataDir, `${plain ? sessionId : `_${encode(sessionId)}`}.${extension}`)
}

// File names are limited to 255 bytes, so long ids are hashed.
function encode(sessionId: string): string {
  const hex = Buffer.from(sessionId).toString('hex')
  if (hex.length <= 160) return hex
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(sessionId).digest('hex')
}
