#!/usr/bin/env node
// Plain JavaScript that an old Node can run far enough to say what is wrong.
import module from 'node:module'

/** Names the process that started this one in the place of itself, see `startNewer`. */
const launcher = 'NARRATORIA_LAUNCHER'
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  if (process.argv.length === 3 && process.argv[2] === '--version') {
    const { readFileSync, writeSync } = process.getBuiltinModule('node:fs')
    writeSync(1, `${JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version}\n`)
  } else {
    if (process.env[launcher] === String(process.ppid)) obeyLauncher()
    module.enableCompileCache?.()
    await import('../dist/main.js')
  }
} else {
  const { existsSync } = await import('node:fs')
  const { fileURLToPath } = await import('node:url')
  // In the workspace there is a private Node that is new enough.
  const newer = ['linux-x64', 'linux-arm64']
    .map((platform) => fileURLToPath(new URL(`../../../tools/node_modules/node-${platform}/bin/node`, import.meta.url)))
    .find((file) => existsSync(file))
  if (newer) {
    await startNewer(newer, fileURLToPath(import.meta.url))
  } else {
    process.stderr.write(
      `narratoria needs Node 22.18 or newer; this is Node ${process.versions.node}. Install a current Node and try again.\n`,
    )
    process.exitCode = 2
  }
}

/** Runs this program with another Node, hands signals on to it, and ends as it ends. */
async function startNewer(node, file) {
  const { spawn } = await import('node:child_process')
  const child = spawn(node, [file, ...process.argv.slice(2)], {
    // The channel closes when this process ends in whatever way, so that the other one does not stay behind.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [launcher]: String(process.pid) },
  })
  const handOn = (signal) => child.kill(signal)
  for (const name of signals) process.on(name, handOn)
  child.once('error', (error) => {
    process.stderr.write(`narratoria: ${node} could not be started: ${error.message}\n`)
    process.exitCode = 1
  })
  child.once('exit', (code, signal) => {
    for (const name of signals) process.off(name, handOn)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}

/** Ends with the process that started this one, and takes a signal that a terminal sent to both of them as one. */
function obeyLauncher() {
  delete process.env[launcher]
  const handedOnWithinMs = 250
  const emit = process.emit.bind(process)
  let last = { name: '', at: -Infinity }
  process.emit = (name, ...rest) => {
    if (!signals.includes(name)) return emit(name, ...rest)
    const at = performance.now()
    const isTheSame = name === last.name && at - last.at < handedOnWithinMs
    last = { name, at: isTheSame ? -Infinity : at }
    return isTheSame || emit(name, ...rest)
  }
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}
