export {
  type CreateRunner,
  runnerContract,
  type RunnerContractCase,
  type RunnerUnderTest,
  type ToolBehaviour,
} from './runner-contract.ts'
