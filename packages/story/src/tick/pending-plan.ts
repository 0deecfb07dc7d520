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
  basis: Type.String({ description: 'A hash of everything that the plan was made from.' }),
  plan: StoryPlan,
})

/**
 * A hash of everything that a plan is made from. It changes when the context of the planner changes, and after a failed
 * attempt, because a failed plan only runs again in a retry.
 */
export function basisOf(context: StoryContext, { planner, attempt }: { planner: string; attempt: number }): string {
  return createHash('sha256')
    .update(JSON.stringify([planner, attempt, context]))
    .digest('hex')
}

/** Returns the plan of the last preview, or undefined if its basis has changed. */
export function readPendingPlan(folder: string, tick: number, basis: string): StoryPlan | undefined {
  if (!existsSync(inProject(folder, file))) return undefined
  const pending = readJson(inProject(folder, file), PendingPlan)
  return pending.tick === tick && pending.basis === basis ? pending.plan : undefined
}

/** Stores the plan of a preview for the next tick. */
export function writePendingPlan(
  folder: string,
  pending: { tick: number; basis: string; plan: StoryPlan },
  disk: Disk,
): void {
  replaceFile(folder, file, jsonText(pending), disk)
}
