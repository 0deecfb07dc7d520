import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Options } from 'tsup'
import executor from '../../packages/executor/tsup.config.ts'
import planner from '../../packages/planner/tsup.config.ts'
import { joinChunks } from '../../tools/build/join-chunks.ts'
import { program } from '../../tools/build/tsup.ts'

const fromBuild = createRequire(new URL('../../tools/build/package.json', import.meta.url))
const epubLibrary = dirname(dirname(fromBuild.resolve('@lesjoursfr/html-to-epub')))
const { 'llama-worker': llamaWorker } = planner.entry as Record<'llama-worker', string>
const { 'check-program': checkProgram, 'worker-program': workerProgram } = executor.entry as Record<
  'check-program' | 'worker-program',
  string
>
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

// Importing `process`, `fs`, `util` or `child_process` reads every one of their exports, and with them Node's sockets, workers and
// more: most of the time in which `--help` answers. Commander gets them as they lie in Node, read when they are used.
const lazyBuiltins: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'lazy-builtins',
  setup(build) {
    build.onResolve({ filter: /^(node:)?(child_process|fs|process|util)$/ }, ({ path, importer }) =>
      importer.includes('commander') ? { path: path.replace('node:', ''), namespace: 'lazy' } : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'lazy' }, ({ path }) => ({ contents: lazy[path] }))
  },
}
const lazy: Record<string, string> = {
  child_process: "export default { spawn: (...args) => process.getBuiltinModule('node:child_process').spawn(...args) }",
  fs: "export default process.getBuiltinModule('node:fs')",
  process: 'export default globalThis.process',
  util: "export const stripVTControlCharacters = (text) => process.getBuiltinModule('node:util').stripVTControlCharacters(text)",
}

// The tables of the intents lie beside the code, because code is decoded and checked at each start, which takes them twice as long.
const tablesBeside: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'tables-beside',
  setup(build) {
    build.onLoad({ filter: /intent.(?:words|weights)\.json$/ }, ({ path }) => {
      const name = `intent-${basename(path)}`
      mkdirSync(join(import.meta.dirname, 'dist'), { recursive: true })
      copyFileSync(path, join(import.meta.dirname, 'dist', name))
      const read = `process.getBuiltinModule('node:fs').readFileSync(new URL('${name}', import.meta.url), 'utf8')`
      return { contents: `export default JSON.parse(${read})`, loader: 'js' }
    })
  },
}

// Split, so that `--help` and `--version` load no more than they need. The model runtime and the web app
// are the user's to install.
export default program(
  {
    main: 'src/main.ts',
    'llama-worker': join('../../packages/planner', llamaWorker),
    'check-program': join('../../packages/executor', checkProgram),
    'worker-program': join('../../packages/executor', workerProgram),
  },
  {
    splitting: true,
    clean: true,
    external: ['node-llama-cpp', '@narratoria/web', '@narratoria/cluster'],
    noExternal: [/^(?!node-llama-cpp|@narratoria\/(?:web|cluster))/],
    onSuccess: async () => {
      const dist = join(import.meta.dirname, 'dist')
      const play = readdirSync(dist).find((file) => /^play-[A-Z0-9]{8}\.js$/.test(file))!
      const apart = ['main.js', 'llama-worker.js', 'check-program.js', 'worker-program.js']
      await joinChunks(dist, { entry: play, apart })
      // `tool new` and `skill new` hand out copies of the tool SDK.
      const standalone = fileURLToPath(new URL('../../packages/tool-sdk/build-standalone.ts', import.meta.url))
      execFileSync(process.execPath, [standalone, join(dist, 'tool-sdk.standalone.mjs')])
      // The EPUB library reads its templates from a folder beside its code.
      cpSync(join(epubLibrary, 'templates'), join(import.meta.dirname, 'templates'), { recursive: true })
    },
    // Else tsup resolves `node:` before the plugin sees it.
    removeNodeProtocol: false,
    esbuildPlugins: [lazyBuiltins, tablesBeside],
    define: { 'process.env.NARRATORIA_CLI_VERSION': JSON.stringify(version) },
    // For the few libraries inside that are CommonJS; made when one of them asks.
    banner: {
      js: "const require=(id)=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(id);",
    },
  },
)
