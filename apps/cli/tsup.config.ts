import { copyFileSync, cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { program } from '../../tools/tsup.ts'

const packages = new URL('../../packages/', import.meta.url)
const fromStory = createRequire(new URL('story/package.json', packages))
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
      copyFileSync(new URL('tool-sdk/dist/tool-sdk.standalone.mjs', packages), 'dist/tool-sdk.standalone.mjs')
      // The EPUB library reads its templates from a folder beside its code.
      cpSync(join(epubLibrary, 'templates'), join(import.meta.dirname, 'templates'), { recursive: true })
    },
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  },
)
