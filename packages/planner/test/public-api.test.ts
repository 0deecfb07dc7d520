import { expect, it } from 'vitest'
import * as api from '../src/index.ts'
import * as evaluation from '../src/eval/index.ts'
import * as llama from '../src/llama/index.ts'
import * as models from '../src/model-store/index.ts'
import * as testing from '../src/testing/index.ts'

it('the public names are chosen, not grown', () => {
  expect(Object.keys(api).toSorted()).toEqual([
    'ContinuationPlanner',
    'ModelPlanner',
    'Narrator',
    'PlannerError',
    'StubPlanner',
    'availableScripts',
    'completePlan',
    'modelChecks',
    'planQuestion',
    'worldCapability',
  ])
  expect(Object.keys(testing).toSorted()).toEqual([
    'ScriptedPlanner',
    'assertPlan',
    'contractRequest',
    'contractSkills',
    'halfBillionShape',
    'mergesOfRanks',
    'plannerContract',
    'sampleSkill',
    'tinyShape',
    'writeRandomModel',
  ])
  expect(Object.keys(evaluation).toSorted()).toEqual(['evaluatePlanner', 'evaluationSet', 'explainIntent'])
  expect(Object.keys(models).toSorted()).toEqual(['ModelStore', 'ModelStoreError', 'recommendedModels'])
  expect(Object.keys(llama).toSorted()).toEqual([
    'LlamaPlanner',
    'ModelError',
    'loadModel',
    'localLanguageModel',
    'serveModel',
    'servedModel',
    'startModelProcess',
    'toGbnf',
    'withSettings',
  ])
})

it('the error codes are pinned', () => {
  const codes: Record<api.PlannerErrorCode, true> = {
    planner_failed: true,
    planner_timeout: true,
    planner_cancelled: true,
  }
  const modelCodes: Record<llama.ModelErrorCode, true> = {
    runtime_missing: true,
    model_missing: true,
    model_not_gguf: true,
    model_broken: true,
    model_unsupported: true,
    model_memory: true,
    model_crashed: true,
    model_closed: true,
    context_overrun: true,
    grammar_refused: true,
  }
  const storeCodes: Record<models.ModelStoreErrorCode, true> = {
    bad_source: true,
    unknown_model: true,
    name_taken: true,
    download_failed: true,
    wrong_size: true,
    wrong_hash: true,
    not_gguf: true,
    disk_full: true,
    cancelled: true,
  }
  expect([codes, modelCodes, storeCodes].map((all) => Object.keys(all).length)).toEqual([3, 10, 9])
})
