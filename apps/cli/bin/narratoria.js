#!/usr/bin/env node
// Plain JavaScript that an old Node can run far enough to say what is wrong.
import module from 'node:module'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  if (process.argv.length === 3 && process.argv[2] === '--version') {
    const { readFileSync, writeSync } = process.getBuiltinModule('node:fs')
    writeSync(1, `${JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version}\n`)
  } else {
    module.enableCompileCache?.()
    await import('../dist/main.js')
  }
} else {
  const { spawnSync } = await import('node:child_process')
  const { existsSync } = await import('node:fs')
  const { fileURLToPath } = await import('node:url')
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
