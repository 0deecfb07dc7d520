import { fileURLToPath } from 'node:url'
import type { Options } from 'tsup'
import { writeDeclarations } from './declarations.ts'

/** Where bundles find what a package only bundles, if the workspace holds no more than the story needs. */
const bundled = fileURLToPath(new URL('node_modules', import.meta.url))

/** What a library changes of its build. */
type LibraryOptions = Omit<Options, 'onSuccess'> & { onSuccess?: () => Promise<void> }

/** The one build of every library: ESM with declarations, siblings and dependencies left outside. */
export function library(entry: Record<string, string>, { onSuccess, ...overrides }: LibraryOptions = {}): Options {
  return {
    entry,
    format: 'esm',
    target: 'node22',
    platform: 'node',
    dts: false,
    clean: true,
    splitting: true,
    treeshake: true,
    sourcemap: false,
    tsconfig: 'tsconfig.json',
    ...overrides,
    esbuildOptions: (options, context) => {
      // Quotation marks as they are, not as escape sequences of twice their size.
      options.charset = 'utf8'
      overrides.esbuildOptions?.(options, context)
    },
    onSuccess: async () => {
      if (!overrides.dts) await writeDeclarations(entry, overrides.outDir ?? 'dist')
      await onSuccess?.()
    },
  }
}

/**
 * Options of a library that contains `cross-spawn`, which is not an ES module: a bundle of a host that only names it would not start.
 * It requires modules of Node, here and in a bundle of any form.
 */
export const withCrossSpawn: LibraryOptions = {
  noExternal: ['cross-spawn'],
  banner: { js: 'const require = process.getBuiltinModule;' },
}

/** The tools of a skill: programs in its folder `scripts`. What several have in common is in files of its own. */
export function skill(tools: readonly string[], overrides: Options = {}): Options {
  return program(Object.fromEntries(tools.map((tool) => [tool, `src/${tool}.ts`])), {
    outDir: 'scripts',
    outExtension: () => ({ js: '.mjs' }),
    splitting: tools.length > 1,
    clean: true,
    removeNodeProtocol: false,
    ...overrides,
  })
}

/** A program whose start-up time is its own to save: one minified file with everything inside, no declarations. */
export function program(entry: Record<string, string>, overrides: Options = {}): Options {
  return {
    entry,
    format: 'esm',
    target: 'node22',
    platform: 'node',
    dts: false,
    minify: true,
    treeshake: true,
    splitting: false,
    noExternal: [/.*/],
    tsconfig: 'tsconfig.json',
    ...overrides,
    esbuildOptions: (options, context) => {
      options.nodePaths = [bundled]
      overrides.esbuildOptions?.(options, context)
    },
  }
}
