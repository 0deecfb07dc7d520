import { describeKills } from '../../fixtures/torture.ts'

// `NARRATORIA_TORTURE=200` for a long run.
describeKills(Number(process.env.NARRATORIA_TORTURE ?? 12))
