// Random MCP messages: 2,000 cases of another seed at each run. `npm run fuzz 100000` sets their number.
process.env.NARRATORIA_FUZZ_RUNS ??= '2000'
await import('./random-messages.test.ts')

export {}
