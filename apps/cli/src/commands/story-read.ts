import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type BookFormat, type Scene, compileStory, readProject, readScene } from '@narratoria/story'
import { UsageError } from '../exit-codes.ts'
import { count, printable } from '../terminal/terminal.ts'
import { expected, formatScene, projectOf } from './story.ts'

interface ReadOptions {
  project?: string
  json?: boolean
}

/** `narratoria story status`. */
export async function status(options: ReadOptions): Promise<void> {
  const view = await expected(() => readProject(projectOf(options)))
  const { state, memory, scenes, protagonist, openLoops, nextTick, errorFiles, folder } = view
  const counts = {
    scenes: scenes.length,
    words: scenes.reduce((sum, scene) => sum + wordsOf(folder, scene), 0),
    characters: Object.keys(memory.characters).length,
    locations: Object.keys(memory.locations).length,
    relationships: Object.keys(memory.relationships).length,
    open_loops: openLoops.length,
  }
  if (options.json) {
    const document = { folder, state, counts, open_loops: openLoops, next_tick: nextTick, error_files: errorFiles }
    return void process.stdout.write(`${JSON.stringify(document)}\n`)
  }
  const failed = nextTick.failedAttempts
  const lines = [
    `${state.novel_name}: tick ${state.current_tick}, ${count(counts.scenes, 'scene')}, ${count(counts.words, 'word')}`,
    `Premise: ${state.premise}`,
    `Whose story: ${protagonist?.name ?? state.active_character}${protagonist ? `, ${protagonist.role}` : ''}`,
    [
      count(counts.characters, 'character'),
      count(counts.locations, 'location'),
      count(counts.relationships, 'relationship'),
    ].join(', '),
    ...(openLoops.length === 0 ? ['No open loops'] : ['Open loops:']),
    ...openLoops.map(({ id, importance, description }) => `  ${id} (${importance}): ${description}`),
    ...(failed === 0
      ? []
      : [
          `Tick ${nextTick.tick} has failed ${count(failed, 'time')}; see errors/ and: narratoria story tick --retry ${nextTick.tick}`,
        ]),
  ]
  process.stdout.write(`${printable(lines.join('\n'))}\n`)
}

/** The words of a scene as its file stands; as it was written, where the file cannot be read. */
function wordsOf(folder: string, scene: Scene): number {
  try {
    return readScene(folder, scene).word_count
  } catch {
    return scene.word_count
  }
}

/** `narratoria story show`: one scene, or all of them. */
export async function show(scene: string | undefined, options: ReadOptions): Promise<void> {
  const view = await expected(() => readProject(projectOf(options)))
  const wanted = scene?.toUpperCase()
  const chosen = view.scenes.filter(({ id, tick }) => wanted === undefined || id === wanted || String(tick) === wanted)
  if (wanted !== undefined && chosen.length === 0) {
    throw new UsageError(
      `there is no scene "${scene}"; there are ${view.scenes.map(({ id }) => id).join(', ') || 'none yet'}`,
    )
  }
  const told = await expected(() => chosen.map((entry) => ({ ...entry, ...readScene(view.folder, entry) })))
  if (options.json) return void process.stdout.write(`${JSON.stringify({ scenes: told })}\n`)
  if (told.length === 0)
    return void process.stdout.write('No scenes yet. Write the first with: narratoria story tick\n')
  for (const { prose, ...entry } of told) process.stdout.write(formatScene(entry, prose))
}

/** `narratoria story compile`. */
export async function compile(options: ReadOptions & { format: BookFormat; output?: string }): Promise<void> {
  await expected(async () => {
    const folder = projectOf(options)
    const { state } = await readProject(folder)
    const name = state.novel_name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '') || 'novel'
    const output = resolve(options.output ?? `${name}.${options.format}`)
    if (statSync(output, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`${output} is a folder; name a file in it`)
    await compileStory(folder, { format: options.format, output })
    if (options.json) process.stdout.write(`${JSON.stringify({ output })}\n`)
    else process.stdout.write(`Wrote ${output}\n`)
  })
}
