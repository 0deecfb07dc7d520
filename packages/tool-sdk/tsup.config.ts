import { build } from 'esbuild'
import { library } from '../../tools/tsup.ts'

export default library(
  {
    index: 'src/index.ts',
    testing: 'src/testing/index.ts',
    conformance: 'src/conformance/index.ts',
    scaffold: 'src/scaffold/index.ts',
  },
  // What new tools get a copy of: one file that needs nothing, but for schemas that are not plain.
  {
    onSuccess: async () => {
      await build({
        entryPoints: ['src/index.ts'],
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node22',
        external: ['typebox/schema'],
        outfile: 'dist/tool-sdk.standalone.mjs',
      })
    },
  },
)
