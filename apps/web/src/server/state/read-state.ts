import type { ToolResult } from '@narratoria/protocol'
import type { StateOrigin, StateView } from '../../api/resources.ts'
import type { StoredTurn } from '@narratoria/runtime'
import { nameBySkill } from '../turns/turn-reader.ts'
import type { WebApi } from '../web-api.ts'
import { diffState, touches } from './diff-state.ts'

/** The most changes that are listed. */
const maxChanges = 500

/** The state after a turn, the last one unless told, and what that turn changed. */
export async function readState(api: WebApi, idOrName: string, turnId?: string): Promise<StateView> {
  const { store, skills } = api.host()
  const { sessionId, head } = await api.channels.record(idOrName)
  const at = turnId ?? head
  const turn = at === null ? undefined : await store.readTurn(sessionId, at)
  const state = await store.stateAt(sessionId, at)
  const changes = turn ? diffState(await store.stateAt(sessionId, turn.parentId), state) : []
  return skills.maskSecrets({
    turnId: at,
    state,
    changes: changes.slice(0, maxChanges).map((change) => {
      const writer = turn && writerOf(turn, change.path)
      return writer ? { ...change, toolId: writer.toolId } : change
    }),
    moreChanges: Math.max(0, changes.length - maxChanges),
  })
}

/** The last turn of the played line that wrote the value at a JSON Pointer, and its tool. */
export async function readOrigin(api: WebApi, idOrName: string, pointer: string): Promise<StateOrigin> {
  const { skills } = api.host()
  const { sessionId } = await api.channels.record(idOrName)
  const writer = await (await api.channels.session(sessionId)).why(pointer)
  if (!writer) return { pointer, origin: null }
  const { turnId, seq, prompt, toolId, toolPath } = writer
  const name = toolPath === null ? undefined : nameBySkill(skills)(toolPath)
  const tool = { toolId, skill: name?.skill ?? null, script: name?.script ?? null }
  return skills.maskSecrets({ pointer, origin: { turnId, seq, prompt, ...tool } })
}

/** The tool whose patch came last: results stand in the order in which patches merge. */
function writerOf(turn: StoredTurn, path: readonly string[]): ToolResult | undefined {
  return turn.result?.toolResults.findLast(
    (result) => result.state === 'completed' && Object.keys(result.output).length > 0 && touches(result.output, path),
  )
}
