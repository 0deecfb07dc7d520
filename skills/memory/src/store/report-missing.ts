import type { ToolContext } from '@narratoria/tool-sdk'

/** Says so, and tells it, when the session's state knows of more memories than there are: a file that was lost or emptied. */
export function reportMissing({ state, error, log }: ToolContext, found: number): boolean {
  const memory = state.memory
  const known = typeof memory === 'object' && memory !== null && !Array.isArray(memory) ? memory.count : undefined
  if (typeof known !== 'number' || known <= found) return false
  const message = `This session had ${known} memories and ${found} are there: the file of its memories was lost or emptied.`
  log.error(message)
  error('memories_missing', message, { known, found })
  return true
}
