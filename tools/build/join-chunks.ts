import { writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join } from 'node:path'
import { build, type BuildOptions, type Plugin } from 'esbuild'

/**
 * Joins the chunks that an entry point imports into one file, because each file costs half a millisecond at every start. Chunks that the
 * entry points `apart` import stay as they are, so that these load no more than before. Of a joined chunk, a file remains that exports the
 * same names from the joined one.
 */
export async function joinChunks(folder: string, { entry, apart }: { entry: string; apart: string[] }): Promise<void> {
  const kept = await filesOf(folder, apart)
  const joined = (await filesOf(folder, [entry])).filter((file) => !kept.includes(file))
  const exported = await exportsOf(folder, joined)
  const chunks = joined.map((file, at) => ({ file, names: exported(file).map((name) => [name, `_${at}_${name}`]) }))
  const whole = `joined-${entry}`
  const contents = chunks.map(({ file, names }) =>
    reexport(
      file,
      names.map(([name, as]) => `${name} as ${as}`),
    ),
  )
  await build({
    ...options(folder, [builtinsAsTheyAre, files((file) => kept.includes(file))]),
    stdin: { contents: contents.join('\n'), resolveDir: folder },
    outfile: join(folder, whole),
    bundle: true,
    minify: true,
  })
  for (const { file, names } of chunks)
    writeFileSync(
      join(folder, file),
      reexport(
        whole,
        names.map(([name, as]) => `${as} as ${name}`),
      ),
    )
}

function options(folder: string, plugins: Plugin[] = []) {
  return { absWorkingDir: folder, format: 'esm', platform: 'node', charset: 'utf8', plugins } satisfies BuildOptions
}

function reexport(file: string, names: string[]): string {
  return names.length === 0 ? `import './${file}'` : `export { ${names.join()} } from './${file}'`
}

/** The files that entry points import when they start, themselves included. */
async function filesOf(folder: string, entries: string[]): Promise<string[]> {
  const { metafile } = await build({
    ...options(folder, [files(() => false)]),
    entryPoints: entries,
    outdir: folder,
    bundle: true,
    metafile: true,
    write: false,
  })
  return Object.keys(metafile.inputs)
}

async function exportsOf(folder: string, entryPoints: string[]): Promise<(file: string) => string[]> {
  const { metafile } = await build({ ...options(folder), entryPoints, outdir: folder, metafile: true, write: false })
  return (file) => metafile.outputs[file]?.exports ?? []
}

/** Leaves imports of packages as they are, those at run time, and those of files that are kept. */
function files(isKept: (file: string) => boolean): Plugin {
  const isJoined = (path: string) => path.startsWith('./') && !isKept(basename(path))
  return {
    name: 'files',
    setup(building) {
      building.onResolve({ filter: /./ }, ({ path, kind }) =>
        kind === 'entry-point' || (kind === 'import-statement' && isJoined(path))
          ? undefined
          : { path, external: true },
      )
    },
  }
}

/** An import of a built-in module makes an ES module of all its exports, which loads others; this takes the used ones from the module itself. */
const builtinsAsTheyAre: Plugin = {
  name: 'builtins-as-they-are',
  setup(building) {
    building.onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    )
    building.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path)!).filter((name) => /^[A-Za-z]\w*$/.test(name))
      const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ get('${name}')`)
      return {
        contents: `const all = process.getBuiltinModule('${path}')
const get = (name) => all[name]
export default all
${exported.join('\n')}`,
      }
    })
  },
}
