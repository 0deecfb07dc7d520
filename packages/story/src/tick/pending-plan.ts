import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import Type from 'typebox'
import type { Disk } from '../files/disk.ts'
import { replaceFile } from '../files/replace-file.ts'
import type { StoryContext } from '../context/build-context.ts'
import { StoryPlan } from '../plan/story-plan.ts'
import { inProject, layout } from '../files/layout.ts'
import { jsonText, readJson } from '../files/read-json.ts'

const file = `${layout.own}/pending-plan.json`

const PendingPlan = Type.Object({
  tick: Type.Integer({ minimum: 1 }),
  basis: Type.String({ description: 'A hash of all that the plan was made from.' }),
  plan: StoryPlan,
})

/**
 * What a plan is made from and for, as a hash. Any change of memory, state, settings or tools that a planner sees changes
 * it; so does a failed attempt at the tick, since a plan that has failed is not run again unless it is asked for.
 */
export function basisOf(context: StoryContext, { planner, attempt }: { planner: string; attempt: number }): string {
  return createHash('sha256')
    .update(JSON.stringify([planner, attempt, context]))
    .digest('hex')
}

/** The plan that a dry run showed, where nothing has changed since. */
export function readPendingPlan(folder: string, tick: number, basis: string): StoryPlan | undefined {
  if (!existsSync(inProject(folder, file))) return undefined
  const pending = readJson(inProject(folder, file), PendingPlan)
  return pending.tick === tick && pending.basis === basis ? pending.plan : undefined
}

/** Keeps what a dry run shows, so that the following tick runs it. */
export function keepPendingPlan(
  folder: string,
  pending: { tick: number; basis: string; plan: StoryPlan },
  disk: Disk,
): void {
  replaceFile(folder, file, jsonText(pending), disk)
}
