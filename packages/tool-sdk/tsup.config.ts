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

export default library(
  {
    index: 'src/index.ts',
    testing: 'src/testing/index.ts',
    conformance: 'src/conformance/index.ts',
    scaffold: 'src/scaffold/index.ts',
  },
  {
    // Finding another package costs every tool 2 ms of start-up; its error classes know each other across copies.
    noExternal: ['@narratoria/protocol/errors'],
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
)
