import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { compileStory, readProject, readScene, type Scene } from '@narratoria/story'
import { UsageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { print, printJson, printStyled } from '../../terminal/print.ts'
import { count } from '../../terminal/terminal.ts'
import type { CompileOptions, ReadOptions, ShowOptions } from './command.ts'
import { explainErrors, formatScene, projectOf } from './project.ts'

/** `narratoria story status`. */
export async function showStatus(options: ReadOptions, io: Io): Promise<void> {
  const view = await explainErrors(() => readProject(projectOf(io, options)))
  const { state, memory, scenes, protagonist, openLoops, nextTick, errorFiles, folder } = view
  const counts = {
    scenes: scenes.length,
    words: scenes.reduce((sum, scene) => sum + countWords(folder, scene), 0),
    characters: Object.keys(memory.characters).length,
    locations: Object.keys(memory.locations).length,
    relationships: Object.keys(memory.relationships).length,
    open_loops: openLoops.length,
  }
  if (options.json)
    return printJson(io, { folder, state, counts, open_loops: openLoops, next_tick: nextTick, error_files: errorFiles })
  const { tick, failedAttempts } = nextTick
  const role = protagonist ? `, ${protagonist.role}` : ''
  const nouns = (['character', 'location', 'relationship'] as const).map((noun) => count(counts[`${noun}s`], noun))
  print(
    io,
    `${state.novel_name}: tick ${state.current_tick}, ${count(counts.scenes, 'scene')}, ${count(counts.words, 'word')}`,
  )
  print(io, `Premise: ${state.premise}`)
  print(io, `Protagonist: ${protagonist?.name ?? state.active_character}${role}`)
  print(io, nouns.join(', '))
  print(io, openLoops.length === 0 ? 'No open loops' : 'Open loops:')
  for (const { id, importance, description } of openLoops) print(io, `  ${id} (${importance}): ${description}`)
  if (failedAttempts > 0)
    print(
      io,
      `Tick ${tick} has failed ${count(failedAttempts, 'time')}; see errors/ and: narratoria story tick --retry ${tick}`,
    )
}

/** The words of a scene's file, or those that were written if the file cannot be read. */
function countWords(folder: string, scene: Scene): number {
  try {
    return readScene(folder, scene).word_count
  } catch {
    return scene.word_count
  }
}

/** `narratoria story show`: one scene, or all of them. */
export async function showScenes(options: ShowOptions, io: Io): Promise<void> {
  const view = await explainErrors(() => readProject(projectOf(io, options)))
  const wanted = options.scene?.toUpperCase()
  const chosen = view.scenes.filter(({ id, tick }) => wanted === undefined || id === wanted || String(tick) === wanted)
  if (wanted !== undefined && chosen.length === 0) {
    const ids = view.scenes.map(({ id }) => id).join(', ')
    throw new UsageError(`there is no scene "${options.scene}"; there are ${ids || 'none yet'}`)
  }
  const scenes = await explainErrors(() => chosen.map((entry) => ({ ...entry, ...readScene(view.folder, entry) })))
  if (options.json) return printJson(io, { scenes })
  if (scenes.length === 0) print(io, 'No scenes yet. Write the first with: narratoria story tick')
  for (const { prose, ...scene } of scenes) printStyled(io, formatScene(io, scene, prose))
}

/** `narratoria story compile`. */
export async function compileScenes(options: CompileOptions, io: Io): Promise<void> {
  await explainErrors(async () => {
    const folder = projectOf(io, options)
    const { state } = await readProject(folder)
    const name = state.novel_name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '') || 'novel'
    const output = resolve(io.cwd, options.output ?? `${name}.${options.format}`)
    if (statSync(output, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`${output} is a folder; name a file in it`)
    await compileStory(folder, { format: options.format, output })
    if (options.json) printJson(io, { output })
    else print(io, `Wrote ${output}`)
  })
}
