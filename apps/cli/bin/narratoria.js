#!/usr/bin/env node
// Plain JavaScript that an old Node can run far enough to say what is wrong.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  module.enableCompileCache?.()
  await import('../dist/main.js')
} else {
  // In the workspace there is a private Node that is new enough.
  const newer = ['linux-x64', 'linux-arm64']
    .map((platform) => fileURLToPath(new URL(`../../../tools/node_modules/node-${platform}/bin/node`, import.meta.url)))
    .find((file) => existsSync(file))
  if (newer) {
    process.on('SIGINT', () => {})
    const result = spawnSync(newer, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
    process.exitCode = result.status ?? 1
  } else {
    process.stderr.write(
      `narratoria needs Node 22.18 or newer; this is Node ${process.versions.node}. Install a current Node and try again.\n`,
    )
    process.exitCode = 2
  }
}
