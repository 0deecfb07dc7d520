import { World } from '../model/types.ts'
import { WorldState } from '../model/state.ts'
import type { WorldProblem } from './problem.ts'
import { listReferenceProblems } from './references.ts'
import { listShapeProblems } from './shape.ts'

/**
 * Lists every problem of a value that should be a `World`: what differs from the schema, ids that are used and not defined,
 * ids that are defined twice, and things that contain themselves. Returns an empty list for a valid world.
 */
export function validateWorld(value: unknown): WorldProblem[] {
  const problems = listShapeProblems(World, value)
  return problems.length > 0 ? problems : listReferenceProblems(value as World)
}

/** Lists the differences between a value and the schema of `WorldState`. */
export function validateWorldState(value: unknown): WorldProblem[] {
  return listShapeProblems(WorldState, value)
}
