// The published packages of the workspace, and their tarballs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const shell = process.platform === 'win32'

/**
 * Lists every package of the workspace that is published, with its manifest, sorted by name.
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
 * Packs a built package, exactly as it is published.
 *
 * @param {string} dir the package's folder
 * @param {string} into an existing folder; the tarball is written to a new folder in it
 * @returns {string} the tarball's path
 */
export function packPackage(dir, into) {
  const destination = mkdtempSync(join(into, 'pack-'))
  execFileSync('pnpm', ['pack', '--pack-destination', destination], { cwd: dir, stdio: 'pipe', shell })
  return join(destination, readdirSync(destination)[0])
}

/**
 * Installs the dependencies of a folder with npm, from the cache if possible.
 *
 * @param {string} dir a folder with a package.json
 */
export function npmInstall(dir) {
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const env = { ...process.env, npm_config_workspaces: undefined, NPM_CONFIG_WORKSPACES: undefined }
  execFileSync('npm', ['install', ...flags], { cwd: dir, stdio: 'pipe', shell, env })
}

/**
 * The size in bytes of an installed package's own files, without its nested `node_modules`.
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
