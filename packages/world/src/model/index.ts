export { type Act, type Performed, type Random, type Risk, type Roll, standardActs, unclear } from './act.ts'
export { Deed, Focus, Report, ReportEntry, StartState, WorldState } from './state.ts'
export {
  Beat,
  Condition,
  CustomAct,
  Effect,
  Ending,
  Exit,
  Fact,
  Goal,
  Location,
  type Named,
  Person,
  Place,
  Rule,
  Text,
  Thing,
  Topic,
  Want,
  World,
} from './types.ts'
