export { buildPremise, type PremiseOptions } from './build-premise.ts'
export { type Named, type Premise, readPremise } from './read-premise.ts'
