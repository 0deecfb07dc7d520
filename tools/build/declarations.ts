import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const compiler = fileURLToPath(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url))

/**
 * Writes the declarations of a package: those of its sources to `types` in the output folder, and beside the code of each entry a file that
 * exports them. Bundling them would take five times as long as everything else of a build.
 */
export async function writeDeclarations(entry: Record<string, string>, outDir: string): Promise<void> {
  const sources = resolve('src')
  const types = resolve(outDir, 'types')
  mkdirSync(types, { recursive: true })
  const config = join(types, `${Object.keys(entry)[0]}.tsconfig.json`)
  const compilerOptions = {
    noEmit: false,
    emitDeclarationOnly: true,
    rootDir: sources,
    outDir: types,
    // Siblings are read as they were built.
    paths: {},
  }
  const files = Object.values(entry).map((file) => resolve(file))
  writeFileSync(config, JSON.stringify({ extends: resolve('tsconfig.json'), compilerOptions, include: [], files }))
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', config])
  } catch (error) {
    throw new Error(`The declarations could not be written:\n${(error as { stdout?: string }).stdout}`, {
      cause: error,
    })
  } finally {
    rmSync(config)
  }
  for (const file of globSync('**/*.d.ts', { cwd: types })) nameBuiltFiles(join(types, file))
  for (const [name, file] of Object.entries(entry)) {
    const source = relative(sources, resolve(file)).replaceAll('\\', '/').replace(/\.ts$/, '.js')
    writeFileSync(resolve(outDir, `${name}.d.ts`), `export * from './types/${source}'\n`)
  }
}

/** Sources import each other as `.ts`, and declarations are found as those of `.js` by every version of the compiler. */
function nameBuiltFiles(path: string): void {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replaceAll(/((?:from|import) '|import\(["'])(\.[^'"]*)\.tsx?(?=['"])/g, '$1$2.js'))
}
