import { rmSync } from 'node:fs'
import { build, type Plugin } from 'esbuild'
import { library } from '../../tools/tsup.ts'

// A copy of the SDK cannot bring a validator along, and a static import of one would fail where none is installed.
const withoutValidator: Plugin = {
  name: 'without-validator',
  setup(bundle) {
    bundle.onLoad({ filter: /full-schema\.ts$/ }, () => ({
      loader: 'js',
      contents: `export function listIssues() {
        throw new Error('This input schema uses keywords that need a validator: import defineTool from @narratoria/tool-sdk.')
      }`,
    }))
  },
}

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
    { noExternal, clean: false },
  ),
  // Every file that a tool loads costs its start-up, too.
  library(
    { index: 'src/index.ts' },
    {
      noExternal,
      clean: false,
      splitting: false,
      esbuildPlugins: [validatorApart],
      // What new tools get a copy of: one file that needs nothing.
      onSuccess: async () => {
        await build({
          entryPoints: ['src/index.ts'],
          bundle: true,
          platform: 'node',
          format: 'esm',
          target: 'node22',
          plugins: [withoutValidator],
          outfile: 'dist/tool-sdk.standalone.mjs',
        })
      },
    },
  ),
]
