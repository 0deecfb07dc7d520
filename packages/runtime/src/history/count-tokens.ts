import type { TurnEvent } from '@narratoria/protocol'

/** The tokens of a role's answers in a turn. */
export interface RoleTokens {
  /** What the answers were for: planner, narrator or writer. */
  role: string
  /** The models that answered. */
  models: string[]
  /** Number of answers. */
  answers: number
  /** 0 if no server reported them. */
  promptTokens: number
  /** 0 if no server reported them. */
  completionTokens: number
}

/** Adds up the tokens of a turn's `model_used` events by role, in the order of the first answers. */
export function countTokens(events: Iterable<TurnEvent>): RoleTokens[] {
  const roles = new Map<string, RoleTokens>()
  for (const event of events) {
    if (event.type !== 'model_used') continue
    const { role, model, promptTokens = 0, completionTokens = 0 } = event
    const counted = roles.get(role) ?? { role, models: [], answers: 0, promptTokens: 0, completionTokens: 0 }
    if (!counted.models.includes(model)) counted.models.push(model)
    counted.answers += 1
    counted.promptTokens += promptTokens
    counted.completionTokens += completionTokens
    roles.set(role, counted)
  }
  return [...roles.values()]
}
