// The packages that strangers install, and their tarballs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const shell = process.platform === 'win32'

/**
 * Every package of the workspace that is published, with its manifest, in the order of their names.
 *
 * @returns {{ name: string, dir: string, manifest: any }[]}
 */
export function publishablePackages() {
  return ['packages', 'apps']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name)))
    .map((dir) => ({ dir, manifest: JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => !manifest.private)
    .map(({ dir, manifest }) => ({ name: manifest.name, dir, manifest }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/**
 * Packs one built package as it would be published.
 *
 * @param {string} dir the package's folder
 * @param {string} into an existing folder, which gets one more folder with the tarball in it
 * @returns {string} the tarball's path
 */
export function packPackage(dir, into) {
  const destination = mkdtempSync(join(into, 'pack-'))
  execFileSync('pnpm', ['pack', '--pack-destination', destination], { cwd: dir, stdio: 'pipe', shell })
  return join(destination, readdirSync(destination)[0])
}

/**
 * Installs a folder's dependencies by npm, from its cache where that is enough.
 *
 * @param {string} dir a folder with a package.json
 */
export function npmInstall(dir) {
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const env = { ...process.env, npm_config_workspaces: undefined, NPM_CONFIG_WORKSPACES: undefined }
  execFileSync('npm', ['install', ...flags], { cwd: dir, stdio: 'pipe', shell, env })
}

/**
 * The bytes of an installed package's own files, without what is installed below it.
 *
 * @param {string} dir the package's folder
 * @returns {number}
 */
export function ownSizeOf(dir) {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .map((entry) => {
      const path = join(dir, entry.name)
      return entry.isDirectory() ? ownSizeOf(path) : entry.isFile() ? statSync(path).size : 0
    })
    .reduce((bytes, size) => bytes + size, 0)
}
