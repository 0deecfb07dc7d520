export type { PastTurn, Planner, PlanRequest } from './planner.ts'
