import { isJsonObject } from '@narratoria/protocol/light'
import type { ToolContext } from '@narratoria/tool-sdk'
import type { Roll } from '@narratoria/world'

/** The roll of the skill `dice-roller` among the dependencies, if there is one. To 6 is a failure, from 10 a success. */
export function rollOf(dependencies: ToolContext['dependencies']): Roll | undefined {
  for (const output of Object.values(dependencies)) {
    const dice = output?.dice
    const last = isJsonObject(dice) ? dice.last : undefined
    if (!isJsonObject(last) || typeof last.total !== 'number') continue
    const { total } = last
    return { total, outcome: total >= 10 ? 'success' : total >= 7 ? 'partial' : 'failure' }
  }
  return undefined
}
