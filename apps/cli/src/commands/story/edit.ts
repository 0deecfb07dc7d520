import type { EditedScene, EditedScenes, SceneEdit } from '@narratoria/story'
import { exitCodes } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { notify, print, printJson, printStyled } from '../../terminal/print.ts'
import type { DeleteOptions, InsertOptions, MoveOptions, RewriteOptions, WriteOptions } from './command.ts'
import { withStory } from './open-story.ts'
import { formatScene } from './project.ts'

export function rewriteScene(options: RewriteOptions, io: Io): Promise<number | void> {
  return withStory(io, options, async (story, signal) => {
    const edited = await story.rewrite(idOf(options.scene), { wish: options.wish ?? '', signal })
    showScene(io, edited, options)
  })
}

export function insertScene(options: InsertOptions, io: Io): Promise<number | void> {
  const { purpose, place } = options
  return withStory(io, options, async (story, signal) => {
    const edited = await story.insert(placeOf(options.after), {
      purpose,
      signal,
      ...(place !== undefined && { place }),
    })
    showScene(io, edited, options)
  })
}

/** `narratoria story move`. */
export function moveScene(options: MoveOptions, io: Io): Promise<number | void> {
  return editScenes(io, options, { move: idOf(options.scene), after: placeOf(options.after) })
}

/** `narratoria story delete`. */
export function deleteScene(options: DeleteOptions, io: Io): Promise<number | void> {
  return editScenes(io, options, { delete: idOf(options.scene) })
}

/** Changes the scenes if nothing relies on them, or with `--yes`. Returns 1 if it did not. */
function editScenes(io: Io, options: WriteOptions & { yes?: boolean }, edit: SceneEdit): Promise<number | void> {
  return withStory(io, options, async (story) => {
    const planned = story.edit(edit, { dryRun: true })
    const done = planned.consequences.length === 0 || options.yes === true ? story.edit(edit) : planned
    if (options.json) printJson(io, done)
    else report(io, done)
    return done.done ? exitCodes.success : exitCodes.failure
  })
}

function report(io: Io, { consequences, done, order }: EditedScenes): void {
  for (const { scene, message } of consequences) print(io, `${scene}: ${message}`)
  if (done) print(io, `The scenes are now ${order.join(', ') || 'none'}. Take it back with: narratoria story undo`)
  else notify(io, 'nothing was changed, because later scenes rely on it; add --yes to do it all the same')
}

function showScene(io: Io, { scene, prose, consequences, notes }: EditedScene, { json }: { json?: boolean }): void {
  if (json) return printJson(io, { scene, consequences, notes, sceneFile: `scenes/${scene.id}.md` })
  printStyled(io, formatScene(io, scene, prose))
  for (const { scene: id, message } of consequences) notify(io, `${id}: ${message}`)
  for (const note of notes) notify(io, note)
}

function idOf(scene: string): string {
  return scene.toUpperCase()
}

function placeOf(after: string): string | null {
  return after.toLowerCase() === 'start' ? null : idOf(after)
}
