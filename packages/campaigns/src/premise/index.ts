export { buildPremise, type PremiseOptions } from './build-premise.ts'
export { type PremiseQuestion, premiseQuestion } from './model/premise-question.ts'
