// The packages that strangers install, and their tarballs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

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
 * What is wrong with the `repository` of published packages. None has one until the public repository is chosen; then all
 * have the same, each with its own folder, since npm's provenance is refused without it.
 *
 * @param {{ name: string, dir: string, manifest: any }[]} packages
 * @param {string} top the folder that the workspace lies in
 * @returns {string[]} a sentence for each fault
 */
export function repositoryFaults(packages, top = root) {
  const named = packages.filter(({ manifest }) => manifest.repository !== undefined)
  const url = named.find(({ manifest }) => isPublicAddress(manifest.repository?.url))?.manifest.repository.url
  return packages.flatMap(({ name, dir, manifest: { repository } }) => {
    if (named.length === 0) return []
    const directory = relative(top, dir).replaceAll('\\', '/')
    const wanted = { type: 'git', url: url ?? 'git+https://HOST/OWNER/NAME.git', directory }
    if (url !== undefined && isDeepStrictEqual(repository, wanted)) return []
    const told = repository === undefined ? 'no repository, and others have one' : JSON.stringify(repository)
    return [`${name} has ${told}: set "repository" in ${directory}/package.json to ${JSON.stringify(wanted)}`]
  })
}

function isPublicAddress(url) {
  return /^git\+https:\/\/[^/\s]+\/[^/\s]+\/[^\s]+\.git$/.test(url)
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
