import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

// A copy of the SDK brings no validator along, and a static import of one would fail where none is installed.
const withoutValidator: Plugin = {
  name: 'without-validator',
  setup(bundle) {
    bundle.onLoad({ filter: /full-schema\.ts$/ }, () => ({
      loader: 'js',
      contents: `export function listIssues() {
        throw new Error('This input schema uses keywords that need a validator: import defineTool from @narratoria/tool-sdk.')
      }
      export const compileCheck = () => () => false`,
    }))
  },
}

// Writes the SDK as one file that needs nothing: `node build-standalone.ts OUTFILE`. New tools get a copy of it.
await build({
  entryPoints: [fileURLToPath(new URL('src/index.ts', import.meta.url))],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  plugins: [withoutValidator],
  outfile: process.argv[2],
})
