import type { StateWriter } from '@narratoria/runtime/history'
import { printable } from '@narratoria/protocol/printable'

/** Which turn, tool and plan wrote a key of the state, as text. */
export function whyText(key: string, writer: StateWriter | undefined): string {
  if (!writer) return printable(`No turn of this story wrote "${key}".`)
  const { seq, prompt, planId, planner, toolId, toolPath, value } = writer
  const change = value === undefined ? 'was removed' : `became ${JSON.stringify(value)}`
  const tool = toolId === null ? 'by an unknown tool' : `by the tool ${toolId} (${toolPath ?? 'unknown file'})`
  return printable(
    `"${key}" ${change}\n  in turn ${seq}: ${prompt}\n  ${tool}\n  of plan ${planId ?? 'unknown'}, made by ${planner ?? 'an unknown planner'}`,
  )
}
