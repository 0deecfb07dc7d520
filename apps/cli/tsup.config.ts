import { copyFileSync } from 'node:fs'
import { program } from '../../tools/tsup.ts'

// Split, so that `--help` and `--version` load no more than they need. The model runtime and the web app are the user's to install.
export default program(
  { main: 'src/main.ts', 'llama-worker': '../../packages/planner/dist/llama-worker.js' },
  {
    splitting: true,
    clean: true,
    external: ['node-llama-cpp', '@narratoria/web'],
    noExternal: [/^(?!node-llama-cpp|@narratoria\/web)/],
    // `tool new` and `skill new` hand out copies of the tool SDK.
    onSuccess: async () =>
      copyFileSync(
        new URL('../../packages/tool-sdk/dist/tool-sdk.standalone.mjs', import.meta.url),
        'dist/tool-sdk.standalone.mjs',
      ),
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  },
)
