export type { World, Place, Thing, Person, Condition, Effect } from './model/types.ts'
export type { WorldState } from './model/state.ts'
export { type Act, type Performed, type Risk, type Roll, standardActs } from './model/act.ts'
