export {
  assertPlan,
  contractRequest,
  contractSkills,
  type CreatePlanner,
  plannerContract,
  type PlannerContractCase,
  type PlannerContractOptions,
} from './planner-contract.ts'
export { type SampleSkill, sampleSkill } from './sample-skill.ts'
export { mergesOfRanks } from './random-model/merges-of-ranks.ts'
export { type ScriptedAnswer, type ScriptedPlan, ScriptedPlanner } from './scripted-planner.ts'
export { halfBillionShape, type ModelShape, tinyShape, writeRandomModel } from './random-model/random-model.ts'
