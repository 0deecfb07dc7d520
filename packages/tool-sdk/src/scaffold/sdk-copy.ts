import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Beside this file once built, wherever it was bundled to; in the package's build when run from its source.
const places = ['./tool-sdk.standalone.mjs', '../../dist/tool-sdk.standalone.mjs']

/**
 * The SDK as one file without dependencies, so that a new tool runs before anything is installed, and the types that
 * an editor finds once `@narratoria/tool-sdk` is.
 */
export function sdkCopy(): Record<string, string> {
  const file = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path))
  if (file === undefined) throw new Error('This build of @narratoria/tool-sdk lacks tool-sdk.standalone.mjs.')
  return {
    'lib/tool-sdk.mjs': readFileSync(file, 'utf8'),
    'lib/tool-sdk.d.mts': "export * from '@narratoria/tool-sdk'\n",
  }
}
