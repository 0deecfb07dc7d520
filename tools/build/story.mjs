// Builds what playing needs with esbuild alone, straight from the sources: the command line and the scripts of the shipped
// skills, as their `tsup.config.ts` describes them. A bundle is built again only if one of its sources changed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const stampFile = join(root, 'node_modules', '.narratoria-story.json')
const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
const skills = readdirSync(join(root, 'skills')).map((name) => `skills/${name}`)

/** The folders that are built, in order, each with the folders whose sources it bundles and one file that it writes. */
const bundles = [
  { folder: 'apps/cli', sources: packages, output: 'dist/main.js' },
  ...skills
    .filter((folder) => existsSync(join(root, folder, 'tsup.config.ts')))
    .map((folder) => ({ folder, sources: ['packages/protocol', 'packages/tool-sdk'], output: 'scripts' })),
]

/** Returns the folders whose bundle is missing or older than its sources. */
export function staleFolders() {
  const stamps = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {}
  return bundles.filter((bundle) => stamps[bundle.folder] !== stampOf(bundle)).map(({ folder }) => folder)
}

/** A digest of names, sizes and times of everything that decides what a bundle holds, its output included. */
function stampOf({ folder, sources, output }) {
  const files = [folder, ...sources].flatMap((name) => [
    join(root, name, 'package.json'),
    join(root, name, 'tsup.config.ts'),
    ...filesUnder(join(root, name, 'src')),
  ])
  const own = ['tools/build/tsup.ts', 'tools/build/join-chunks.ts', 'pnpm-lock.yaml', join(folder, output)]
  files.push(...own.map((name) => join(root, name)))
  const hash = createHash('sha256')
  for (const file of files) {
    const stat = statSync(file, { throwIfNoEntry: false })
    hash.update(`${file}\0${stat?.isDirectory() ? 'folder' : `${stat?.size}\0${stat?.mtimeMs}`}\0`)
  }
  return hash.digest('hex')
}

function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function buildFolders(folders) {
  await Promise.all(folders.map(buildFolder))
  const stamps = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {}
  for (const bundle of bundles) if (folders.includes(bundle.folder)) stamps[bundle.folder] = stampOf(bundle)
  writeFileSync(stampFile, JSON.stringify(stamps))
}

/** Does what `tsup` does with the options that programs use. */
async function buildFolder(folder) {
  const { build } = await import('esbuild')
  const absWorkingDir = join(root, folder)
  const { default: program } = await import(pathToFileURL(join(absWorkingDir, 'tsup.config.ts')).href)
  const { entry, format, target, platform, minify, splitting, define, banner, external, outDir = 'dist' } = program
  if (program.clean) rmSync(join(absWorkingDir, outDir), { recursive: true, force: true })
  const options = {
    absWorkingDir,
    entryPoints: entry,
    outdir: outDir,
    bundle: true,
    format,
    target,
    platform,
    minify,
    splitting,
    define,
    banner,
    external,
    plugins: program.esbuildPlugins,
    outExtension: { '.js': program.outExtension?.().js ?? '.js' },
  }
  program.esbuildOptions?.(options, { format })
  await build(options)
  await program.onSuccess?.()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildFolders(process.argv.slice(2))
