import type { Io } from '../../io.ts'
import { notify, print, printJson } from '../../terminal/print.ts'
import type { WriteOptions } from '../story.ts'
import { withStory } from './open-story.ts'

/** `narratoria story undo`. */
export function undoTick(options: WriteOptions, io: Io): Promise<number | void> {
  return withStory(io, options, async (story) => {
    const undone = story.undo()
    if (options.json) printJson(io, undone)
    else print(io, `Tick ${undone.tick} is undone.`)
    for (const file of undone.editedFiles)
      notify(io, `${file} was edited after the tick; the edited version is only in .story/history now`)
  })
}
