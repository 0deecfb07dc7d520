import { testRandomPlans } from './random-plans.ts'

testRandomPlans(1)
