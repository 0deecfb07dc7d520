// Nodes of other versions, for tests that must run on them: packages that hold nothing but a binary.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const toolsDir = dirname(fileURLToPath(import.meta.url))
const { optionalDependencies } = JSON.parse(readFileSync(join(toolsDir, 'package.json'), 'utf8'))
const platform = process.platform === 'win32' ? 'win' : process.platform
const packageName = `node-${platform}-${process.arch}`

/** The versions that a host may have, by their major. Later ones are tried by continuous integration itself. */
const versions = { 22: '22.23.3', 24: optionalDependencies[packageName] }

/**
 * Finds or installs a Node for tests, once for each checkout.
 *
 * @param {22 | 24} major
 * @returns {{ path: string } | { reason: string }} the binary, or why there is none
 */
export function findNode(major) {
  if (process.versions.node.startsWith(`${major}.`)) return { path: process.execPath }
  if (!optionalDependencies[packageName]) return { reason: `no Node is packaged for ${platform}-${process.arch}` }
  const folder = join(toolsDir, 'node_modules', '.nodes', versions[major])
  const binary = join(folder, 'node_modules', packageName, 'bin', platform === 'win' ? 'node.exe' : 'node')
  try {
    if (!existsSync(binary)) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'nodes', private: true }))
      const flags = ['--prefer-offline', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
      const args = ['install', ...flags, `${packageName}@${versions[major]}`]
      execFileSync('npm', args, { cwd: folder, stdio: 'pipe', shell: process.platform === 'win32' })
    }
    execFileSync(binary, ['--version'], { stdio: 'pipe' })
    return { path: binary }
  } catch (error) {
    return {
      reason: `Node ${versions[major]} could not be installed: ${String(error)}`,
    }
  }
}
