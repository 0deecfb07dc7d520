// Builds what playing needs straight from the sources, without declarations: the command line, the tool SDK that it hands
// out, and the scripts of the shipped skills. A bundle is built again only if one of its sources changed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const stampFile = join(root, 'node_modules', '.narratoria-story.json')
const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name))
const skills = readdirSync(join(root, 'skills')).map((name) => join('skills', name))

/** The folders that are built, in order, each with the folders whose sources it bundles and one file that it writes. */
const bundles = [
  { folder: 'packages/tool-sdk', sources: ['packages/protocol'], output: 'dist/tool-sdk.standalone.mjs' },
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
  files.push(join(root, 'tools/build/tsup.ts'), join(root, 'pnpm-lock.yaml'), join(root, folder, output))
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

/** Builds the named folders in this process, one after the other: tsup works in the current directory. */
async function buildFolders(folders) {
  const { build } = await import('tsup')
  for (const folder of folders) {
    process.chdir(join(root, folder))
    const { default: config } = await import(pathToFileURL(join(root, folder, 'tsup.config.ts')).href)
    for (const options of [config].flat()) {
      const esbuildOptions = (given, context) => {
        given.absWorkingDir = process.cwd()
        options.esbuildOptions?.(given, context)
      }
      await build({ ...options, esbuildOptions, config: false, dts: false, treeshake: false, silent: true })
    }
  }
  const stamps = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {}
  for (const bundle of bundles) if (folders.includes(bundle.folder)) stamps[bundle.folder] = stampOf(bundle)
  writeFileSync(stampFile, JSON.stringify(stamps))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildFolders(process.argv.slice(2))
