import { isJsonObject, type JsonValue, type Plan, type ProtocolEvent, type ToolResult } from '@narratoria/protocol'
import type { SessionStore, StoredTurn } from '../store/session-store.ts'
import { parseKey, valueAt } from './state-path.ts'

/** Who wrote a state key: one tool in one turn. */
export interface StateWriter {
  turnId: string
  seq: number
  prompt: string
  planId: string | null
  planner: string | null
  /** `null` if the turn's record does not name the tool. */
  toolId: string | null
  toolPath: string | null
  /** The value after the turn; missing if the key was removed. */
  value?: JsonValue
}

/** Finds the last writer of a key of the state after `head`. The key is read as in `Session.why`. */
export async function findStateWriter(
  store: SessionStore,
  { sessionId, head }: { sessionId: string; head: string | null },
  key: string,
): Promise<StateWriter | undefined> {
  const path = parseKey(key, await store.stateAt(sessionId, head))
  for await (const { turnId, patch } of store.readChanges(sessionId, head)) {
    if (patch && !touches(patch, path)) continue
    const turn = await store.readTurn(sessionId, turnId)
    const before = valueAt(await store.stateAt(sessionId, turn.parentId), path)
    if (!patch && JSON.stringify(before) === JSON.stringify(valueAt(turn.state, path))) continue
    return findWriter(turn, path)
  }
  return undefined
}

/** Returns whether a merge patch affects a path, one above it or one below it. */
function touches(patch: JsonValue, path: readonly string[]): boolean {
  let at: JsonValue = patch
  for (const name of path) {
    if (!isJsonObject(at)) return true
    const next: JsonValue | undefined = Object.hasOwn(at, name) ? at[name] : undefined
    if (next === undefined) return false
    at = next
  }
  return !isJsonObject(at) || Object.keys(at).length > 0
}

/** The tool of a turn that wrote a path last. */
function findWriter(turn: StoredTurn, path: readonly string[]): StateWriter {
  const { turnId, seq, prompt, state, attempts } = turn
  const value = valueAt(state, path)
  const attempt = attempts.findLast(({ plan, result }) => plan && result) ?? attempts.at(-1)
  const toolId = lastWriter(turn, path)
  const plan = attempt?.plan ?? turn.plan
  return {
    turnId,
    seq,
    prompt,
    planId: plan?.requestId ?? null,
    planner: attempt?.planner ?? null,
    toolId,
    toolPath: plan?.tools.find((tool) => tool.toolId === toolId)?.toolPath ?? null,
    ...(value === undefined ? {} : { value }),
  }
}

function lastWriter({ plan, execution }: StoredTurn, path: readonly string[]): string | null {
  const writers = (execution?.toolResults ?? []).filter(
    (tool) =>
      tool.state === 'completed' &&
      lastEvents(tool).some((event) => event.type === 'state_patch' && touches(event.patch, path)),
  )
  const ids = new Set(writers.map(({ toolId }) => toolId))
  return mergeOrder(plan).findLast((toolId) => ids.has(toolId)) ?? writers.at(-1)?.toolId ?? null
}

function lastEvents({ events, attempts }: ToolResult): ProtocolEvent[] {
  return events.slice(Math.max(0, events.length - (attempts.at(-1)?.eventCount ?? events.length)))
}

/** The order in which a plan's patches are merged: topological, then by position in the plan. */
function mergeOrder(plan: Plan | null): string[] {
  const left = new Map((plan?.tools ?? []).map(({ toolId, dependencies = [] }) => [toolId, dependencies]))
  const order: string[] = []
  while (left.size > 0) {
    const ready = [...left].find(([, dependencies]) => dependencies.every((id) => !left.has(id)))?.[0]
    if (ready === undefined) break
    left.delete(ready)
    order.push(ready)
  }
  return order
}
