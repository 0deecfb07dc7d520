import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { commitMemory } from '../commit/commit-memory.ts'
import { StoryError } from '../errors.ts'
import { inProject, layout } from '../files/layout.ts'
import { jsonText } from '../files/read-json.ts'
import type { ModelAnswer } from '../model/ask-for.ts'
import type { CallJournal } from '../model/call-journal.ts'
import { outlineIssues } from '../outline/outline.ts'
import { readSources } from '../context/read-sources.ts'
import type { TickHost } from './run-tick.ts'

const madeFile = `${layout.own}/outline.sha256`

/** The hash of an outline that no one has edited. */
export function outlineMark(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export const outlineMarkFile = madeFile

/**
 * Lets a planner that can plan outlines do so, if the last part is that of the built-in texts, no scene narrates it yet, and no one has
 * edited it. The outline is committed at once, so that a killed tick finds it.
 *
 * @throws {StoryError} `invalid_answer` if it names what does not exist, and the errors of the planner
 */
export async function planOutline(
  host: TickHost,
  { journal, answers, signal }: { journal: CallJournal; answers: ModelAnswer[]; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const { planner, folder, disk } = host
  if (!planner.outline) return false
  const sources = readSources(host)
  if (!isPlannable(folder, sources)) return false
  const outline = await planner.outline(
    { ...sources, tick: sources.state.current_tick + 1, answers, journal },
    { ...(signal && { signal }) },
  )
  const issues = outlineIssues(outline, sources.memory)
  if (issues.length > 0)
    throw new StoryError('invalid_answer', `the outline is not valid: ${issues.join('; ')}`, { issues })
  commitMemory(folder, {
    before: sources.stored,
    after: sources.memory,
    what: 'outline',
    disk,
    tick: sources.state.current_tick,
    files: [{ path: layout.outline, text: jsonText(outline) }],
  })
  return true
}

function isPlannable(folder: string, { outline, memory, hasNewOutline }: ReturnType<typeof readSources>): boolean {
  if (hasNewOutline) return true
  if (Object.keys(memory.scenes).length > 0 || outline.by !== undefined) return false
  const [mark, path] = [inProject(folder, madeFile), inProject(folder, layout.outline)]
  if (!existsSync(mark) || !existsSync(path)) return false
  return readFileSync(mark, 'utf8').trim() === outlineMark(readFileSync(path, 'utf8'))
}
