// The property tests with 3,000 random cases each, of another seed at each run.
process.env.NARRATORIA_FUZZ_RUNS ??= '3000'
await import('./manifest/agreement.test.ts')
await import('./manifest/random-manifests.test.ts')
await import('./secrets/secrets.test.ts')
