import { commitMemory } from '../commit/commit-memory.ts'
import { StoryError } from '../errors.ts'
import type { Disk } from '../files/disk.ts'
import { layout } from '../files/layout.ts'
import { jsonText } from '../files/read-json.ts'
import type { StoryMemory } from '../memory/entities.ts'
import { readMemory } from '../memory/read-memory.ts'
import { type Outline, readOutline, withBeatMoved, withoutBeat } from '../outline/outline.ts'
import { readState } from '../project/state.ts'
import { type Consequence, consequencesOf } from './consequences.ts'
import { resettle } from './resettle.ts'

/** An edit of the order of scenes: a scene is moved behind another one, or to the beginning, or deleted. */
export type SceneEdit = { move: string; after: string | null } | { delete: string }

/** The result of `editScenes`. */
export interface EditedScenes {
  /** What later scenes relied on and no longer have. */
  consequences: Consequence[]
  /** The ids of the scenes in the new order. */
  order: string[]
  /** Whether the project was changed. */
  done: boolean
}

/**
 * Moves or deletes a scene in one commit, which undo can take back. With `dryRun`, only the consequences are determined.
 *
 * @throws {StoryError} `scene_not_found`
 */
export function editScenes(
  folder: string,
  edit: SceneEdit,
  { disk, dryRun = false }: { disk: Disk; dryRun?: boolean },
): EditedScenes {
  const before = readMemory(folder)
  const outline = readOutline(folder)
  const order = orderAfter(Object.keys(before.scenes), edit)
  const scenes = Object.fromEntries(order.map((id) => [id, before.scenes[id]!]))
  const moved = { ...before, scenes }
  const edited = outline && outlineAfter(outline, edit, before.scenes)
  const consequences = consequencesOf(before, moved, outline)
  if (dryRun) return { consequences, order, done: false }
  const what = 'delete' in edit ? `delete ${edit.delete}` : `move ${edit.move}`
  commitMemory(folder, {
    before,
    after: resettle(moved),
    what,
    disk,
    tick: readState(folder).current_tick,
    files: edited && edited !== outline ? [{ path: layout.outline, text: jsonText(edited) }] : [],
  })
  return { consequences, order, done: true }
}

/** The beats follow their scenes: the beat of a deleted scene is not written again. */
function outlineAfter(outline: Outline, edit: SceneEdit, scenes: StoryMemory['scenes']): Outline {
  if ('delete' in edit) return withoutBeat(outline, scenes[edit.delete]!.beat)
  return withBeatMoved(outline, scenes[edit.move]!.beat, edit.after === null ? undefined : scenes[edit.after]!.beat)
}

function orderAfter(ids: readonly string[], edit: SceneEdit): string[] {
  const scene = 'delete' in edit ? edit.delete : edit.move
  assertScene(ids, scene)
  const rest = ids.filter((id) => id !== scene)
  if ('delete' in edit) return rest
  if (edit.after === null) return [scene, ...rest]
  assertScene(rest, edit.after)
  const at = rest.indexOf(edit.after) + 1
  return [...rest.slice(0, at), scene, ...rest.slice(at)]
}

/** @throws {StoryError} `scene_not_found` */
export function assertScene(ids: readonly string[], scene: string): void {
  if (ids.includes(scene)) return
  throw new StoryError('scene_not_found', `there is no scene "${scene}"; there are ${ids.join(', ') || 'none yet'}`)
}

/** Adds a beat to the outline behind that of a scene, or at the end of the last act. */
export function withBeat(
  outline: Outline,
  beat: { kind: string; purpose: string; people: string[]; place: string | null; things: string[] },
  behind: string | undefined,
): { outline: Outline; id: string } {
  const next = structuredClone(outline)
  const all = next.parts.flatMap(({ acts }) => acts)
  const number = all.flatMap(({ beats }) => beats).reduce((most, { id }) => Math.max(most, Number(id.slice(1))), 0) + 1
  const id = `B${String(number).padStart(3, '0')}`
  const act = all.find(({ beats }) => beats.some((each) => each.id === behind)) ?? all.at(-1)
  if (!act) throw new StoryError('invalid_project', `${layout.outline} has no act; add one`)
  const at = act.beats.findIndex((each) => each.id === behind)
  act.beats.splice(at < 0 ? act.beats.length : at + 1, 0, { id, ...beat })
  return { outline: next, id }
}
