// The property tests of plans with 3,000 random cases each, of another seed at each run.
process.env.NARRATORIA_FUZZ_RUNS ??= '3000'
await import('./plan/random-plans.test.ts')
