import { copyFileSync, cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { program } from '../../tools/tsup.ts'

const fromStory = createRequire(new URL('../../packages/story/package.json', import.meta.url))
const epubLibrary = dirname(dirname(fromStory.resolve('@lesjoursfr/html-to-epub')))

// Split, so that `--help` and `--version` load no more than they need. The model runtime is the user's to install.
export default program(
  { main: 'src/main.ts', 'llama-worker': '../../packages/planner/dist/llama-worker.js' },
  {
    splitting: true,
    clean: true,
    external: ['node-llama-cpp'],
    noExternal: [/^(?!node-llama-cpp)/],
    onSuccess: async () => {
      // `tool new` and `skill new` hand out copies of the tool SDK.
      copyFileSync(
        new URL('../../packages/tool-sdk/dist/tool-sdk.standalone.mjs', import.meta.url),
        'dist/tool-sdk.standalone.mjs',
      )
      // The EPUB library reads its templates from a folder beside its code.
      cpSync(join(epubLibrary, 'templates'), 'templates', { recursive: true })
    },
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  },
)
