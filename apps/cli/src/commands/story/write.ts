import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import type { Story, TickResult } from '@narratoria/story'
import { UsageError, exitCodes } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { notify, print, printJson, printStyled, printText } from '../../terminal/print.ts'
import type { RunOptions, TickOptions, WriteOptions } from './command.ts'
import { withStory } from './open-story.ts'
import { startProgress } from './progress.ts'
import { formatScene } from './project.ts'

/** `narratoria story tick`. Returns 1 if the tick failed. */
export async function tickStory(options: TickOptions, io: Io): Promise<number | void> {
  const { dryRun, retry } = options
  if (options.save !== undefined && !dryRun) throw new UsageError('--save needs --dry-run')
  if (dryRun && (options.plan !== undefined || retry !== undefined))
    throw new UsageError('--dry-run shows the plan of the planner; it cannot be used with --plan or --retry')
  const plan = options.plan === undefined ? undefined : await readPlan(io, options.plan)
  return withStory(io, options, async (story, signal) => {
    if (dryRun) return showPlan(io, story, options, signal)
    const progress = await startProgress(io, story, 1)
    const result = await story.tick({ plan, retry, signal, onProgress: progress.report })
    if (options.json) printJson(io, toDocument(result))
    return report(io, result, options)
  })
}

/** `narratoria story run`: writes scenes until there are enough, or a tick fails in all its attempts. */
export function runStory(options: RunOptions, io: Io): Promise<number | void> {
  return withStory(io, options, async (story, signal) => {
    const results: TickResult[] = []
    const progress = await startProgress(io, story, options.n)
    while (results.length < options.n && !signal.aborted && results.at(-1)?.ok !== false) {
      progress.next(results.length)
      let result = await story.tick({ signal, onProgress: progress.report })
      for (let attempt = 1; !result.ok && attempt < options.attempts && !signal.aborted; attempt++) {
        notify(io, `${describeFailure(result)}; retrying`)
        result = await story.tick({ signal, onProgress: progress.report })
      }
      results.push(result)
      if (!options.json) report(io, result, options)
    }
    if (options.json) printJson(io, { ticks: results.map(toDocument) })
    return results.every(({ ok }) => ok) ? exitCodes.success : exitCodes.failure
  })
}

async function readPlan(io: Io, file: string): Promise<unknown> {
  try {
    return JSON.parse(file === '-' ? await readAll(io.stdin) : readFileSync(resolve(io.cwd, file), 'utf8'))
  } catch (error) {
    throw new UsageError(`the plan "${file}" cannot be read: ${(error as Error).message}`)
  }
}

async function showPlan(
  io: Io,
  story: Story,
  { save, fresh, json }: { save?: string; fresh?: boolean; json?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { tick, plan, warnings } = await story.preview({ fresh: fresh === true, signal })
  for (const warning of warnings) notify(io, warning)
  const text = `${JSON.stringify(plan, null, 2)}\n`
  if (save !== undefined) {
    writeFileSync(resolve(io.cwd, save), text)
    notify(io, `saved the plan; edit it if you like, then run it with: narratoria story tick --plan ${save}`)
  }
  if (json) return printJson(io, plan, 2)
  const steps = plan.actions.map(({ tool, args, reason }, index) => {
    return `${index + 1}. ${tool} ${JSON.stringify(args)}${reason ? `\n   ${reason}` : ''}\n`
  })
  printText(io, `Tick ${tick}: ${plan.scene_intention}\n${plan.rationale}\n\n${steps.join('')}`)
}

function report(io: Io, result: TickResult, { json }: { json?: boolean }): number {
  if (!result.ok) {
    notify(io, describeFailure(result))
    return exitCodes.failure
  }
  for (const warning of result.warnings) notify(io, warning)
  if (!json) printStyled(io, formatScene(io, result.scene, result.prose))
  return exitCodes.success
}

function describeFailure(result: TickResult): string {
  if (result.ok) return ''
  const { tick, attempt, stage, error, errorFile } = result
  const details = errorFile === undefined ? '' : `; for details and what to do, see ${errorFile}`
  return `tick ${tick} failed (attempt ${attempt}, ${stage}): ${error.message}${details}`
}

function toDocument(result: TickResult) {
  if (!result.ok) return result
  const { prose: _, ...rest } = result
  return { ...rest, sceneFile: `scenes/${result.scene.id}.md` }
}

export function undoTick(options: WriteOptions, io: Io): Promise<number | void> {
  return withStory(io, options, async (story) => {
    const undone = story.undo()
    if (options.json) printJson(io, undone)
    else
      print(io, undone.edit === undefined ? `Tick ${undone.tick} is undone.` : `The edit "${undone.edit}" is undone.`)
    for (const file of undone.editedFiles)
      notify(io, `${file} was edited after the tick; the edited version is only in .story/history now`)
  })
}
