import { fixture } from './open-world.ts'

/** The server of most tests, which counts in a folder what it does. */
export const sample = (folder: string) => ({
  sample: { command: process.execPath, args: [fixture('sample.mjs'), folder], timeout: 20_000 },
})
