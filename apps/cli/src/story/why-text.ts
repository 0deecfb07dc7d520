import type { StateWriter } from '@narratoria/runtime'
import { printable } from '../terminal/terminal.ts'

/** Says in words who wrote a state key. */
export function whyText(key: string, writer: StateWriter | undefined): string {
  if (!writer) return printable(`No turn of this story wrote "${key}".`)
  const { seq, prompt, planId, planner, toolId, toolPath, value } = writer
  const became = value === undefined ? 'was removed' : `became ${JSON.stringify(value)}`
  const tool =
    toolId === null
      ? 'by a tool that the record does not name'
      : `by the tool ${toolId} (${toolPath ?? 'unknown file'})`
  return printable(
    `"${key}" ${became}\n  in turn ${seq}: ${prompt}\n  ${tool}\n  of plan ${planId ?? 'unknown'}, made by ${planner ?? 'an unknown planner'}`,
  )
}
