import { describeDamage } from '../../../fixtures/damage-trials.ts'

describeDamage(40)
