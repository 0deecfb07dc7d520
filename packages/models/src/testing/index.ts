export { type FakeBehaviour, type FakeServer, type FakeServerOptions, startFakeServer } from './fake-server.ts'
export type { FakeFamily } from './fake-wire.ts'
export {
  languageModelContract,
  type LanguageModelContractCase,
  type OpenLanguageModel,
} from './language-model-contract.ts'
export { sampleValue, seededRandom } from './sample-value.ts'
export { strictFaults } from './strict-faults.ts'
