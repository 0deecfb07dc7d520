// Measures what a newcomer waits for: in a clone of the last commit, with an empty home folder and no caches, the command
// of the README, its second start, a start after a change of one source, and with `--all` the tests and `.ci/run`.
// Prints a table and writes it to docs/benchmarks.md. `--node MAJOR` uses that Node (22 or 24) instead of the running one.
import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({ options: { all: { type: 'boolean' }, node: { type: 'string' } } })
const folder = mkdtempSync(join(tmpdir(), 'narratoria-fresh-'))
// Tests of permissions run as another user, who must be able to read the clone.
chmodSync(folder, 0o755)
const clone = join(folder, 'clone')
const home = join(folder, 'home')
/** @type {[what: string, figure: string, bar: string][]} */
const rows = []
try {
  mkdirSync(home)
  const env = newcomersEnvironment()
  const version = (await must('node', ['--version'], { env })).stdout.trim()
  // As over a network: a local clone would copy objects that nothing refers to.
  await must('git', ['clone', '--quiet', pathToFileURL(root).href, clone], {})
  const { command, shown } = readmeCommand()

  const first = await must(command, [], { cwd: clone, env, shell: true })
  compare(first.stdout, shown)
  rows.push(['first `npm start`, to the story', seconds(first.ms), '30 s'])
  rows.push(['on disk afterwards', `${Math.round(bytesUnder(clone) / 2 ** 20)} MiB`, '350 MiB'])
  rows.push(['second start, to the prompt', seconds(await untilPrompt(env)), '1.2 s'])
  appendFileSync(join(clone, 'skills/torch-lighter/src/torch-lighter.ts'), '\n')
  const changed = await must(command, [], { cwd: clone, env, shell: true })
  const built = /^Building (.*):/m.exec(changed.stderr)?.[1]
  if (built !== 'torch-lighter') throw new Error(`a change in torch-lighter built ${built ?? 'nothing'}`)
  rows.push(['a start after a change in one skill', seconds(changed.ms), '–'])
  if (values.all) {
    await must('git', ['checkout', '--quiet', '.'], { cwd: clone })
    rows.push([
      'first `npm test`, with its install',
      seconds((await must('npm', ['test'], { cwd: clone, env })).ms),
      '420 s',
    ])
    rows.push(['`npm test` from a built tree', seconds((await must('npm', ['test'], { cwd: clone, env })).ms), '300 s'])
    await must('git', ['clean', '-xdfq'], { cwd: clone })
    rows.push([
      '`.ci/run`, from a clean checkout',
      seconds((await must('bash', ['.ci/run'], { cwd: clone, env })).ms),
      '900 s',
    ])
  }
  report(version)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** An environment without caches, variables and programs of this checkout. */
function newcomersEnvironment() {
  const ours = /^(NARRATORIA_|npm_(?!config_(registry|cafile|.*proxy)$)|XDG_|PNPM_|TURBO_|INIT_CWD$|NODE$)/i
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name))
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !/[\\/]node_modules[\\/]/.test(entry))
  if (values.node) path.unshift(packagedNode(values.node))
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, NO_COLOR: '1', PATH: path.join(delimiter) }
}

/** Installs a Node from an npm package that holds only the binary, and returns its folder. @param {string} major */
function packagedNode(major) {
  const name = `node-${process.platform.replace('win32', 'win')}-${process.arch}`
  const target = join(folder, 'node')
  mkdirSync(target)
  const { status } = spawnSync('npm', ['install', '--prefix', target, '--no-audit', '--no-fund', `${name}@${major}`], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`Node ${major} could not be installed`)
  return join(target, 'node_modules', name, 'bin')
}

/** The command that README.md shows between its transcript marks, and what it shows as its output. */
function readmeCommand() {
  const text = readFileSync(join(clone, 'README.md'), 'utf8')
  const [, command = '', shown = ''] = /<!-- transcript -->\s+```text\n\$ (.+)\n\n([\s\S]*?)\n```\n/.exec(text) ?? []
  if (command === '') throw new Error('README.md shows no command between its transcript marks')
  return { command, shown }
}

/** @param {string} stdout @param {string} shown */
function compare(stdout, shown) {
  const printed = stdout.replaceAll('\r\n', '\n').replace(/^(?:\n+(?:> .*\n)+)+/, '')
  if (printed.trim() !== shown.trim())
    throw new Error(`the README shows another output than the command prints:\n${printed}`)
}

/** Starts an interactive story and returns the milliseconds until it shows the first choices. */
function untilPrompt(env) {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn('npm', ['start', '--', '--new', '--plain'], {
      cwd: clone,
      env,
      shell: process.platform === 'win32',
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      if (!/^ +\d\. /m.test(output)) return
      resolve(performance.now() - startedAt)
      child.stdin.end()
    })
    child.stderr.resume()
    child.on('close', () => reject(new Error(`the story ended without a prompt:\n${output}`)))
  })
}

/** Runs a command to its end; throws with its output if it fails. */
function must(command, args, { cwd = root, env = process.env, shell = process.platform === 'win32' }) {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] })
    const texts = { stdout: '', stderr: '' }
    for (const name of /** @type {const} */ (['stdout', 'stderr']))
      child[name].setEncoding('utf8').on('data', (text) => (texts[name] += text))
    child.on('error', reject)
    child.on('close', (code) => {
      const ms = performance.now() - startedAt
      process.stderr.write(`fresh: ${command} ${args.join(' ')}: ${seconds(ms)}\n`)
      if (code === 0) resolve({ ...texts, ms })
      else
        reject(
          new Error(
            `${command} ${args.join(' ')} ended with ${code}:\n${texts.stdout.slice(-4000)}${texts.stderr.slice(-4000)}`,
          ),
        )
    })
  })
}

/** The bytes that the files under a folder take, each file with several links once. @param {string} top */
function bytesUnder(top) {
  const seen = new Set()
  let bytes = 0
  for (const entry of readdirSync(top, { withFileTypes: true, recursive: true })) {
    const stat = lstatSync(join(entry.parentPath, entry.name))
    if (seen.has(stat.ino)) continue
    seen.add(stat.ino)
    bytes += stat.blocks * 512
  }
  return bytes
}

/** @param {string} version */
function report(version) {
  const title = `Node ${version.replace('v', '')}, ${cpus().length} cores`
  const lines = [`| ${title} | measured | bar |`, '| --- | --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)]
  process.stdout.write(`${lines.join('\n')}\n`)
  const page = join(root, 'docs/benchmarks.md')
  const name = values.node ?? version.slice(1).split('.')[0]
  const marked = new RegExp(`(<!-- fresh ${name} -->\n)[\\s\\S]*?(<!-- /fresh ${name} -->)`)
  if (!existsSync(page)) return
  const text = readFileSync(page, 'utf8')
  writeFileSync(
    page,
    text.replace(marked, (_, before, after) => `${before}\n${lines.join('\n')}\n\n${after}`),
  )
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}
