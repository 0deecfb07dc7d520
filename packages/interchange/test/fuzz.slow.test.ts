// The same properties with more cases. `npm run fuzz 100000` sets their number.
process.env.NARRATORIA_FUZZ_RUNS ??= '2000'
await import('./fuzz.test.ts')

export {}
