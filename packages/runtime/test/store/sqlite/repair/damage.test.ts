import { describeDamage } from '../../../fixtures/damage-trials.ts'

describeDamage(16)
