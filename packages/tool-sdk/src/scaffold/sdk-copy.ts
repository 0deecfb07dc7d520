import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Beside the built file; in the package's build when run from source.
const candidates = ['./tool-sdk.standalone.mjs', '../../dist/tool-sdk.standalone.mjs']

/** Returns the SDK as one file without dependencies, and type declarations that refer to `@narratoria/tool-sdk`. */
export function sdkCopy(): Record<string, string> {
  const file = candidates
    .map((candidate) => fileURLToPath(new URL(candidate, import.meta.url)))
    .find((path) => existsSync(path))
  if (file === undefined) throw new Error('This build of @narratoria/tool-sdk lacks tool-sdk.standalone.mjs.')
  return {
    'lib/tool-sdk.mjs': readFileSync(file, 'utf8'),
    'lib/tool-sdk.d.mts': "export * from '@narratoria/tool-sdk'\n",
  }
}
