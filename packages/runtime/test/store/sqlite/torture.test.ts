import { describeKills } from '../../fixtures/torture.ts'

describeKills(4)
