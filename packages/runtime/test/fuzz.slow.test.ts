// The property test of imports with 1,000 random cases, of another seed at each run.
process.env.NARRATORIA_FUZZ_RUNS ??= '1000'
await import('./export/random-imports.test.ts')
