import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { program } from '../../tools/tsup.ts'

const fromStory = createRequire(new URL('../../packages/story/package.json', import.meta.url))
const epubLibrary = dirname(dirname(fromStory.resolve('@lesjoursfr/html-to-epub')))

// Split, so that `--help` and `--version` load no more than they need.
export default program(
  { main: 'src/main.ts' },
  {
    splitting: true,
    // The EPUB library reads its templates from a folder beside its code.
    onSuccess: async () =>
      cpSync(join(epubLibrary, 'templates'), join(import.meta.dirname, 'templates'), { recursive: true }),
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  },
)
