export { buildPremise, type PremiseOptions } from './build-premise.ts'
