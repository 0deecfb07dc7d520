import { randomUUID } from 'node:crypto'
import { availableScripts, type Planner, type PlanRequest, systemStamp } from '@narratoria/planner'
