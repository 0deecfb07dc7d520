// The one entry behind `npm start`, `npm test` and the other root scripts. Plain JavaScript without dependencies, so
// that the oldest Node a stranger may have (20) can run it: it brings the pinned toolchain, installs, builds what
// changed, and then hands over.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const toolsDir = dirname(fileURLToPath(import.meta.url))
const root = dirname(toolsDir)
const windows = process.platform === 'win32'
const minimumNode = [22, 18]

const commands = {
  start: { build: ['--filter=@narratoria/cli...', '--filter=./skills/*'], run: startStory },
  web: {
    build: ['--filter=@narratoria/cli...', '--filter=@narratoria/web', '--filter=./skills/*'],
    run: (args) => startStory(['serve', ...args]),
  },
  test: { build: [], run: (args) => tool('vitest', ['run', ...args]) },
  check: { build: [], run: check },
  build: { build: [], run: async () => 0 },
  typecheck: { build: [], run: () => tool('turbo', ['run', 'typecheck', '--output-logs=errors-only']) },
  lint: { build: [], run: (args) => tool('oxlint', ['--type-aware', '--deny-warnings', ...args]) },
  format: { build: undefined, run: (args) => tool('oxfmt', args) },
  changeset: { build: undefined, run: (args) => tool('changeset', args) },
  'version-packages': { build: undefined, run: (args) => node(['tools/version.mjs', ...args]) },
  bench: {
    build: [],
    run: (args) => (args[0] === '--guard' ? guardSpeed() : node(['benchmarks/src/main.ts', ...args])),
  },
  fresh: { build: undefined, run: () => node(['tools/transcript.mjs', '--fresh']) },
  docs: { build: [], run: (args) => node(['tools/docs.mjs', ...args]) },
  mutate: { build: [], run: (args) => node(['tools/mutate.mjs', ...args]) },
  fuzz: { build: ['--filter=@narratoria/protocol'], run: fuzz },
  torture: { build: [], run: torture },
  release: { build: [], run: (args) => tool('changeset', ['publish', ...args]) },
  exec: { build: undefined, run: ([name, ...args]) => tool(name, args) },
}

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) fail(`tools/run.mjs: no command "${name}"; it knows ${Object.keys(commands).join(', ')}.`)

process.on('SIGINT', () => {}) // The child gets the terminal's Ctrl-C itself and decides what it means.
prepareToolchain()
prepareWorkspace()
if (command.build) runQuietly('turbo', ['run', 'build', ...command.build, '--output-logs=errors-only'], 'Building')
process.exitCode = await command.run(args)

/** Installs pnpm and a private Node into tools/node_modules, once per change of tools/package.json. */
function prepareToolchain() {
  const stampFile = join(toolsDir, 'node_modules', '.stamp')
  const stamp = digest([join(toolsDir, 'package.json')], `${process.platform}-${process.arch}`)
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
    note('Fetching the toolchain (first run only) …')
    const npmArgs = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    const npmCli = process.env.npm_execpath
    const npm = npmCli?.endsWith('.js') ? [process.execPath, [npmCli, ...npmArgs]] : ['npm', npmArgs]
    const result = spawnSync(npm[0], npm[1], {
      cwd: toolsDir,
      stdio: ['ignore', 2, 2],
      shell: windows && npm[0] === 'npm',
    })
    if (result.status !== 0)
      fail('The toolchain could not be installed: see the npm message above. Check the network and try again.')
    writeFileSync(stampFile, stamp)
  }
  usePrivateToolchain()
  checkNode()
}

function usePrivateToolchain() {
  const bins = [join(toolsDir, 'node_modules', '.bin'), join(root, 'node_modules', '.bin')]
  // Continuous integration tests on the Node that it chose, not on the private one.
  if (process.env.NARRATORIA_SYSTEM_NODE) bins.unshift(dirname(process.execPath))
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  process.env[pathKey] = [...bins, process.env[pathKey]].join(delimiter)
  process.env.TURBO_TELEMETRY_DISABLED = '1'
  const packaged = ['linux-x64', 'linux-arm64', 'win-x64']
    .map((platform) => join(toolsDir, 'node_modules', `node-${platform}`))
    .find((dir) => existsSync(join(dir, 'include')))
  if (packaged) process.env.npm_config_nodedir = packaged
}

/** Each time, since the Node of a platform without a private one may have been switched since the last. */
function checkNode() {
  const result = spawnSync('node', ['--version'], { encoding: 'utf8', shell: windows })
  const [major = 0, minor = 0] = (result.stdout ?? '').trim().replace(/^v/, '').split('.').map(Number)
  const recent = major > minimumNode[0] || (major === minimumNode[0] && minor >= minimumNode[1])
  if (!recent) {
    fail(
      `Narratoria needs Node ${minimumNode.join('.')} or newer and no private one is packaged for ${process.platform}-${process.arch}. ` +
        `Install a current Node and run the command again.`,
    )
  }
}

/** Installs the workspace's packages where the lockfile or a manifest changed since the last time. */
function prepareWorkspace() {
  const stampFile = join(root, 'node_modules', '.narratoria-stamp')
  const manifests = ['packages', 'apps', 'skills', 'examples', '.']
    .flatMap((dir) => (dir === '.' ? ['benchmarks', '.'] : list(join(root, dir)).map((entry) => join(dir, entry))))
    .map((dir) => join(root, dir, 'package.json'))
  const stamp = digest([...manifests, join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml')])
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  runQuietly(
    'pnpm',
    ['install', '--prefer-offline', ...(process.env.CI ? ['--frozen-lockfile'] : [])],
    'Installing packages',
  )
  writeFileSync(stampFile, digest([...manifests, join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml')]))
}

function startStory(args) {
  return node([
    join('apps', 'cli', 'bin', 'narratoria.js'),
    ...(args.length > 0 && !args[0].startsWith('-') ? [] : ['play']),
    ...args,
  ])
}

/**
 * All that a change must pass. Every step runs, so that one run shows every fault: the speed alone, for it is measured, the
 * rest on every core, each told once it is over.
 * @param {string[]} args
 */
async function check(args) {
  /** @type {[string, string, string[]][]} */
  const steps = [
    ['transcripts in the documents', 'node', ['tools/transcript.mjs', '--check']],
    ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
    ['types', 'turbo', ['run', 'typecheck', '--output-logs=errors-only']],
    ['packages', 'node', ['tools/check-packages.mjs']],
    ['documentation', 'node', ['tools/docs.mjs', '--build']],
    ['unused code and dependencies', 'knip', []],
    ['format', 'oxfmt', ['--check']],
    ['requirements', 'node', ['tools/requirements.mjs', '--check']],
  ]
  /** @type {string[]} */
  const failed = []
  note('check: speed')
  if ((await guardSpeed()) !== 0) failed.push('speed')
  const worker = async () => {
    for (let step = steps.shift(); step; step = steps.shift()) {
      const [label, bin, binArgs] = step
      const startedAt = Date.now()
      const { code, output } = await runCaptured(bin, binArgs)
      note(`check: ${label}, ${((Date.now() - startedAt) / 1000).toFixed(0)} s\n${output}`.trimEnd())
      if (code !== 0) failed.push(label)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  if (!args.includes('--skip-tests')) {
    note('check: tests')
    if ((await tool('vitest', ['run'])) !== 0) failed.push('tests')
  }
  note(failed.length === 0 ? 'check: all passed' : `check: failed: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
}

/** The tests that kill hosts and that let random weights plan, at length; the number of hosts to kill may be named. */
function torture([kills = '200', ...args]) {
  if (!/^[1-9]\d*$/.test(kills)) fail(`tools/run.mjs: torture takes the number of hosts to kill, not "${kills}".`)
  process.env.NARRATORIA_TORTURE = kills
  const files = ['sqlite/torture', 'commands/sessions', 'random-weights']
  return tool('vitest', ['run', ...files, '-t', 'kill|random weights', ...args])
}

/** The property tests of the reader and the merge at length; the number of cases of each property may be named. */
function fuzz([runs = '100000', ...args]) {
  if (!/^[1-9]\d*$/.test(runs)) fail(`tools/run.mjs: fuzz takes the number of cases of each property, not "${runs}".`)
  process.env.NARRATORIA_FUZZ_RUNS = runs
  return tool('vitest', ['run', '--project', '@narratoria/protocol', 'property', ...args])
}

/** A few ratios of the benchmarks, against regressions. */
function guardSpeed() {
  return node(['--expose-gc', 'benchmarks/src/guard.ts'])
}

function node(nodeArgs) {
  return run('node', nodeArgs)
}

function tool(bin, toolArgs) {
  return run(bin, toolArgs)
}

function run(bin, binArgs) {
  return new Promise((resolve) => {
    const child = spawn(bin, binArgs, { cwd: root, stdio: 'inherit', shell: windows })
    child.on('error', (error) => fail(`${bin} could not be started: ${error.message}`))
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}

/** Runs a command and keeps what it prints. */
function runCaptured(bin, binArgs) {
  return new Promise((resolve) => {
    const child = spawn(bin, binArgs, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: windows })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => fail(`${bin} could not be started: ${error.message}`))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Runs a set-up step silently; shows its whole output when it fails. A step that takes time says what it is doing. */
function runQuietly(bin, binArgs, label) {
  note(`${label} …`, bin !== 'turbo')
  const result = spawnSync(bin, binArgs, { cwd: root, encoding: 'utf8', shell: windows, maxBuffer: 64 << 20 })
  if (result.status === 0) return
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error ? `${result.error.message}\n` : ''}`)
  fail(`${label} failed: see above.`)
}

function digest(files, ...extra) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(existsSync(file) ? readFileSync(file) : '-').update('\0')
  for (const text of extra) hash.update(text)
  return hash.digest('hex')
}

function list(dir) {
  return existsSync(dir) ? readdirSync(dir).sort() : []
}

function note(text, shown = true) {
  if (shown) process.stderr.write(`${text}\n`)
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
