import { describeDamage } from '../../../fixtures/damage-trials.ts'

describeDamage(Number(process.env.NARRATORIA_DAMAGES ?? 80))
