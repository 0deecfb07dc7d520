import { type JsonObject, mergePatches, type JsonValue, isJsonObject } from '@narratoria/protocol'
import type { StateOrigin, StateView, StateChange } from '../../api/resources.ts'
import type { StatePatch } from '../live/session-channel.ts'
import type { StoredTurn } from '@narratoria/runtime'
import { nameBySkill } from '../turns/turn-reader.ts'
import type { WebApi } from '../web-api.ts'
import { isDeepStrictEqual } from 'node:util'

/** The limit of listed changes. */
const maxChanges = 500

/** The state after a turn and what that turn changed. Defaults to the last turn. For the turn being played, up to now. */
export async function readState(api: WebApi, idOrName: string, turnId?: string): Promise<StateView> {
  const { sessionId, head } = await api.channels.record(idOrName)
  const at = turnId ?? head
  const { before, state, patches } = await readChange(api, sessionId, at)
  const changes = diffState(before, state)
  return api.host().skills.maskSecrets({
    turnId: at,
    state,
    changes: changes.slice(0, maxChanges).map((change) => {
      const toolId = writerOf(patches, change.path)
      return toolId === undefined ? change : { ...change, toolId }
    }),
    moreChanges: Math.max(0, changes.length - maxChanges),
  })
}

/** The state before and after a turn, and the patches that lie between. */
async function readChange(
  api: WebApi,
  sessionId: string,
  turnId: string | null,
): Promise<{ before: JsonObject; state: JsonObject; patches: readonly StatePatch[] }> {
  const { store } = api.host()
  const state = () => store.stateAt(sessionId, turnId)
  if (turnId === null) return { before: await state(), state: await state(), patches: [] }
  const channel = await api.channels.open(sessionId)
  const live = channel.livePatches(turnId)
  if (live) {
    const patches = [...live]
    const { liveBefore = (await api.channels.record(sessionId)).head } = channel
    const before = await store.stateAt(sessionId, liveBefore)
    const changes = patches.map(({ patch }) => patch)
    return { before, state: mergePatches(before, changes), patches }
  }
  const turn = await store.readTurn(sessionId, turnId)
  return { before: await store.stateAt(sessionId, turn.parentId), state: await state(), patches: patchesOf(turn) }
}

/** The last turn of the played line that wrote the value at a JSON Pointer, and its tool. */
export async function readOrigin(api: WebApi, idOrName: string, pointer: string): Promise<StateOrigin> {
  const { skills } = api.host()
  const writer = await (await api.channels.find(idOrName)).why(pointer)
  if (!writer) return { pointer, origin: null }
  const { turnId, seq, prompt, toolId, toolPath } = writer
  const name = toolPath === null ? undefined : nameBySkill(skills)(toolPath)
  const tool = { toolId, skill: name?.skill ?? null, script: name?.script ?? null }
  return skills.maskSecrets({ pointer, origin: { turnId, seq, prompt, ...tool } })
}

/** The patches of a stored turn, without those withdrawn by a new plan. */
function patchesOf({ events }: StoredTurn): StatePatch[] {
  const withdrawn = events.findLastIndex(({ type }) => type === 'replan')
  return events.slice(withdrawn + 1).filter((event) => event.type === 'state')
}

/** The tool that changed the value at `path` last. */
function writerOf(patches: readonly StatePatch[], path: readonly string[]): string | undefined {
  return patches.findLast(({ toolId, patch }) => toolId !== undefined && touches(patch, path))?.toolId
}

/** Lists the keys in which `after` differs from `before`, in the order of the keys; arrays count as one value. */
function diffState(before: JsonObject, after: JsonObject, path: string[] = []): StateChange[] {
  const keys = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...keys].flatMap((key) => diffKey(valueOf(before, key), valueOf(after, key), [...path, key]))
}

function diffKey(before: JsonValue | undefined, after: JsonValue | undefined, path: string[]): StateChange[] {
  if (after === undefined) return [{ path, kind: 'removed', before }]
  if (isJsonObject(after) && isJsonObject(before)) return diffState(before, after, path)
  if (before === undefined)
    return isJsonObject(after) && Object.keys(after).length > 0 ? diffState({}, after, path) : [{ path, kind: 'added' }]
  return isDeepStrictEqual(before, after) ? [] : [{ path, kind: 'changed', before }]
}

function valueOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Whether a merge patch changes the value at `path`. */
function touches(patch: JsonObject, path: readonly string[]): boolean {
  let value: JsonValue | undefined = patch
  for (const key of path) {
    if (!isJsonObject(value)) return true
    if (!Object.hasOwn(value, key)) return false
    value = value[key]
  }
  return true
}
