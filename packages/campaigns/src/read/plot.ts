import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import type { Problems } from './problems.ts'
import { parseSource, readSource, readText, type SourceFile } from './source-file.ts'
import { addEntity, type Draft, idOf } from './world-files.ts'

/** Reads `plot/beats.json`: beats with `when` and `then` as in world files, or with the conditions of the draft format. */
export async function readBeats(folder: string, draft: Draft, problems: Problems): Promise<void> {
  const source = await readSource(folder, 'plot/beats.json', problems)
  if (!source) return
  const beats = isJsonObject(source.value) ? source.value['beats'] : undefined
  if (!Array.isArray(beats))
    return problems.error('invalid_beats', 'plot/beats.json needs a list "beats".', source.at())
  for (const [index, beat] of beats.entries()) {
    const path = ['beats', index]
    if (!isJsonObject(beat) || typeof beat['id'] !== 'string') {
      problems.error('invalid_beats', 'A beat needs an "id".', source.at(path))
      continue
    }
    addEntity(
      draft,
      'beats',
      { id: beat['id'], entity: beatOf(beat, { source, path, problems }), source, path },
      problems,
    )
  }
}

interface At {
  source: SourceFile
  path: (string | number)[]
  problems: Problems
}

function beatOf(beat: JsonObject, at: At): JsonObject {
  const { title, priority } = beat
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof priority === 'string' && { priority }),
    when: beat['when'] ?? conditionsOf(beat, at),
    then: beat['then'] ?? effectsOf(beat),
    ...(beat['unless'] !== undefined && { unless: beat['unless'] }),
  }
}

function conditionsOf(beat: JsonObject, { source, path, problems }: At): JsonValue[] {
  const conditions: JsonValue[] = []
  if (typeof beat['location'] === 'string') conditions.push({ at: ['player', beat['location']] })
  const written = isJsonObject(beat['conditions']) ? beat['conditions'] : {}
  for (const [key, value] of Object.entries(written)) {
    const read = readCondition(key, value)
    if (read) conditions.push(...read)
    else
      problems.warn(
        'unknown_condition',
        `The condition "${key}" is not used; write it as "when", as in world files.`,
        source.at([...path, 'conditions', key]),
      )
  }
  return conditions
}

function readCondition(key: string, value: JsonValue): JsonValue[] | undefined {
  if (key === 'scene_count' && isJsonObject(value)) return [{ turns: value }]
  if (key === 'requires_beat') return listOf(value).map((beat) => ({ happened: beat }))
  if (key === 'requires_any_beat') return [{ any: listOf(value).map((beat) => ({ happened: beat })) }]
  if ((key === 'world_state' || key === 'player_state') && isJsonObject(value))
    return Object.entries(value).map(([flag, equals]) => ({ flag, equals }))
  if (key === 'npc_state' && isJsonObject(value))
    return Object.entries(value).flatMap(([person, state]) =>
      listOf(state).map((property) => ({ is: [person, property] })),
    )
  return undefined
}

function effectsOf(beat: JsonObject): JsonValue[] {
  const dialogue = Array.isArray(beat['dialogue']) ? beat['dialogue'].filter(isJsonObject) : []
  return [
    ...(typeof beat['description'] === 'string' ? [{ say: beat['description'] }] : []),
    ...dialogue.map(({ speaker, line }) => ({ speak: [speaker ?? '', line ?? ''] })),
    ...(isJsonObject(beat['consequences'])
      ? Object.entries(beat['consequences']).map(([flag, to]) => ({ set: flag, to }))
      : []),
  ]
}

function listOf(value: JsonValue): JsonValue[] {
  return Array.isArray(value) ? value : [value]
}

/** Reads `plot/endings/*.md`: front matter with `title`, `when`, `kind`; then the text. */
export async function readEndings(folder: string, draft: Draft, problems: Problems): Promise<void> {
  const names = await readdir(join(folder, 'plot/endings')).catch(() => [])
  for (const name of names.filter((file) => file.endsWith('.md')).toSorted()) {
    const file = `plot/endings/${name}`
    const text = (await readText(folder, file, problems)) ?? ''
    const [, front = '', body = text] = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(text) ?? []
    // The line of the front matter's first line is the second of the file.
    const source = parseSource(file, front === '' ? '{}' : `\n${front}`, problems)
    if (!source) continue
    const id = idOf(name.slice(0, -'.md'.length))
    const fields = isJsonObject(source.value) ? source.value : {}
    const heading = /^#\s+(.+)$/m.exec(body)?.[1]
    const entity = {
      title: fields['title'] ?? heading ?? id.replaceAll('_', ' '),
      text: joinLines(body.replace(/^#\s+.+$/m, '').trim()),
      ...(fields['when'] !== undefined && { when: fields['when'] }),
      ...(fields['kind'] !== undefined && { kind: fields['kind'] }),
    }
    addEntity(draft, 'endings', { id, entity, source, path: [] }, problems)
  }
}

// A line break within a paragraph is a space, as in Markdown.
function joinLines(text: string): string {
  return text.replaceAll(/(?<!\n)\n(?!\n)/g, ' ')
}
