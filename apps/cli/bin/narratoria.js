#!/usr/bin/env node
// Plain JavaScript, so that an old Node can run it and report its version.
import module from 'node:module'

/** Contains the id of the process that started this one instead of itself, see `startNewer`. */
const launcher = 'NARRATORIA_LAUNCHER'
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  if (process.argv.length === 3 && process.argv[2] === '--version') {
    const { readFileSync, writeSync } = process.getBuiltinModule('node:fs')
    writeSync(1, `${JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version}\n`)
  } else {
    if (process.env[launcher] === String(process.ppid)) followLauncher()
    module.enableCompileCache?.()
    const { processIo, run } = await import('../dist/main.js')
    process.exitCode = await run(process.argv.slice(2), processIo())
  }
} else {
  const { existsSync } = await import('node:fs')
  const { fileURLToPath } = await import('node:url')
  // In a clone whose Node is too old, `npm start` links a private one here.
  const newer = ['node', 'node.exe']
    .map((name) => fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url)))
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

/** Runs this program with another Node, forwards signals to it, and exits as it does. */
async function startNewer(node, file) {
  const { spawn } = await import('node:child_process')
  const child = spawn(node, [file, ...process.argv.slice(2)], {
    // The channel closes when this process ends, even by SIGKILL, which ends the other one.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [launcher]: String(process.pid) },
  })
  const forward = (signal) => child.kill(signal)
  for (const name of signals) process.on(name, forward)
  child.once('error', (error) => {
    process.stderr.write(`narratoria: ${node} could not be started: ${error.message}\n`)
    process.exitCode = 1
  })
  child.once('exit', (code, signal) => {
    for (const name of signals) process.off(name, forward)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}

/** Ends with the process that started this one. A terminal signals both processes, so forwarded signals are ignored. */
function followLauncher() {
  delete process.env[launcher]
  const forwardedWithinMs = 250
  const emit = process.emit.bind(process)
  let last = { name: '', at: -Infinity }
  process.emit = (name, ...rest) => {
    if (!signals.includes(name)) return emit(name, ...rest)
    const at = performance.now()
    const isTheSame = name === last.name && at - last.at < forwardedWithinMs
    last = { name, at: isTheSame ? -Infinity : at }
    return isTheSame || emit(name, ...rest)
  }
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}
