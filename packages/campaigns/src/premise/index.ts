export { buildPremise, type PremiseOptions } from './build-premise.ts'
export { type PremiseQuestion, premiseQuestion } from './model/premise-question.ts'
export type { Named, Premise } from './premise.ts'
export { readPremise } from './read-premise.ts'
