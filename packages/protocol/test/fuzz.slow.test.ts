// The property tests with 2,000 random cases each, of another seed at each run.
process.env.NARRATORIA_FUZZ_RUNS ??= '2000'
await import('./contracts.property.test.ts')
await import('./merge/merge.property.test.ts')
await import('./read/reader.property.test.ts')
