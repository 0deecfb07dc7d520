// The property test of requests with 2,000 random cases, of another seed at each run.
process.env.NARRATORIA_FUZZ_RUNS ??= '2000'
await import('./random-requests.test.ts')
