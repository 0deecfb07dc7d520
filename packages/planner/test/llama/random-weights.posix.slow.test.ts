import { testRandomPlans } from './random-plans.ts'

testRandomPlans(25)
