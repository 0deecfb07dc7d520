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
      const toolId = turn && writerOf(turn, change.path)
      return toolId === undefined ? change : { ...change, toolId }
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

/** The tool whose patch to the value at `path` was shown last, but for those that a new plan withdrew. */
function writerOf(turn: StoredTurn, path: readonly string[]): string | undefined {
  const withdrawn = turn.events.findLastIndex((event) => event.type === 'replan')
  const writer = turn.events.findLast(
    (event, index) =>
      index > withdrawn && event.type === 'state' && event.toolId !== undefined && touches(event.patch, path),
  )
  return writer?.type === 'state' ? writer.toolId : undefined
}
