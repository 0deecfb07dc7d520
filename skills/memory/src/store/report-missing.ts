import type { ToolContext } from '@narratoria/tool-sdk'
import { asObject } from '../as-object.ts'

/** Reports an error if the session's state counts more memories than exist. Returns whether it did. */
export function reportMissing({ state, error, log }: ToolContext, found: number): boolean {
  const known = asObject(state.memory)?.count
  if (typeof known !== 'number' || known <= found) return false
  const message = `This session had ${known} memories, but only ${found} exist: its file was deleted or emptied.`
  log.error(message)
  error('memories_missing', message, { known, found })
  return true
}
