import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { Plugin } from 'esbuild'
import { library, withCrossSpawn } from '../../tools/build/tsup.ts'

// The index is one file, and its way to the validator stays a file of its own.
const validatorApart: Plugin = {
  name: 'validator-apart',
  setup(bundle) {
    bundle.onResolve({ filter: /full-schema\.ts$/ }, () => ({ path: './full-schema.js', external: true }))
  },
}

// Finding another package costs every tool 2 ms of start-up; its error classes know each other across copies.
const noExternal = ['@narratoria/protocol/errors']

// The two builds run side by side: neither may clean away what the other has written.
rmSync('dist', { recursive: true, force: true })

export default [
  library(
    {
      testing: 'src/testing/index.ts',
      conformance: 'src/conformance/index.ts',
      scaffold: 'src/scaffold/index.ts',
      'full-schema': 'src/input/full-schema.ts',
    },
    { ...withCrossSpawn, noExternal: [...noExternal, 'cross-spawn'], clean: false },
  ),
  // Every file that a tool loads costs its start-up, too.
  library(
    { index: 'src/index.ts' },
    {
      noExternal,
      clean: false,
      splitting: false,
      esbuildPlugins: [validatorApart],
      onSuccess: async () => {
        execFileSync(process.execPath, ['build-standalone.ts', 'dist/tool-sdk.standalone.mjs'])
      },
    },
  ),
]
