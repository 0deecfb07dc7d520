// Breaks one behaviour at a time and runs the tests that are cited for it: each must notice. A requirement whose tests
// pass although its behaviour is broken is not proven by them, nor is one whose tests fail with nothing broken. Takes
// requirement ids to try only those. `build` names the package to build anew, and once more when all is as it was, where
// tests run what was built of it. Stopped with Ctrl-C or a signal, it puts everything back before it ends.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** @type {{ requirement: string, breaks: string, file: string, find: string, replace: string, build?: string, tests: string[] }[]} */
const mutations = JSON.parse(readFileSync(join(root, 'tools', 'mutations.json'), 'utf8'))
const reportFile = join(root, 'node_modules', '.mutation.json')
const wanted = process.argv.slice(2)

const unknown = wanted.filter((id) => !mutations.some(({ requirement }) => requirement === id))
if (unknown.length > 0) {
  process.stderr.write(
    `mutations: tools/mutations.json breaks nothing of ${unknown.join(', ')}: name ids that it has\n`,
  )
  process.exit(1)
}

const shell = process.platform === 'win32'

/** @type {'SIGINT' | 'SIGTERM' | undefined} */
let stopped
let running
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    stopped = signal
    end(running)
  })
}

const tried = mutations.filter(({ requirement }) => wanted.length === 0 || wanted.includes(requirement))
/** What keeps each set of tests from judging. @type {Map<string, Promise<Verdict | undefined>>} */
const baselines = new Map()

let unnoticed = 0
for (const mutation of tried) {
  const verdict = await tryMutation(mutation)
  if (stopped) break
  if (verdict !== 'noticed') unnoticed += 1
  process.stdout.write(`${verdict.padEnd(10)} ${mutation.requirement}: ${mutation.breaks}\n`)
}
if (stopped) {
  process.stderr.write(`mutations: stopped by ${stopped}; the code is as it was\n`)
  process.exit(stopped === 'SIGINT' ? 130 : 143)
}
process.stdout.write(
  unnoticed === 0 ? 'mutations: every broken behaviour was noticed\n' : `mutations: ${unnoticed} not noticed\n`,
)
process.exitCode = unnoticed === 0 ? 0 : 1

/**
 * `stale`: the code to break is no longer there, once and only once; `red before`: the tests fail with nothing broken, so
 * that they say nothing; `no report`: the tests could not be run, or ended before they told anything.
 *
 * @typedef {'noticed' | 'UNNOTICED' | 'stale' | 'red before' | 'no test' | 'no build' | 'no report'} Verdict
 */

/**
 * @param {typeof mutations[number]} mutation
 * @returns {Promise<Verdict>}
 */
async function tryMutation({ requirement, file, find, replace, build, tests }) {
  const path = join(root, file)
  const original = readFileSync(path, 'utf8')
  if (original.split(find).length !== 2) return 'stale'
  const hindrance = await tryUnbroken(tests)
  if (hindrance || stopped) return hindrance ?? 'no report'
  try {
    writeFileSync(
      path,
      original.replace(find, () => replace),
    )
    if (!(await rebuild(build))) return 'no build'
    const report = await runTests(tests, [requirement])
    if (!report) return 'no report'
    if (report.numFailedTests > 0) return 'noticed'
    return report.numPassedTests === 0 ? 'no test' : 'UNNOTICED'
  } finally {
    writeFileSync(path, original)
    running = undefined // Nothing stops the way back.
    if (!(await endedWell(build && start('pnpm', ['run', 'build'], join(root, build))))) {
      process.stderr.write(
        `mutations: ${file} is as it was, but ${build} could not be built again, and what was built of it is broken: ` +
          `run "pnpm run build" in ${build}\n`,
      )
      process.exit(1)
    }
  }
}

/** Runs each set of tests once with nothing broken, all that is to be tried of it, and tells why it cannot judge. */
function tryUnbroken(tests) {
  const key = tests.join('\n')
  const known = baselines.get(key)
  if (known) return known
  const ids = tried.filter((other) => other.tests.join('\n') === key).map(({ requirement }) => requirement)
  const hindrance = runTests(tests, [...new Set(ids)]).then((report) => {
    if (!report) return 'no report'
    const red = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
    if (red.length === 0) return undefined
    process.stderr.write(`mutations: fails with nothing broken, so that it cannot judge: ${red.join(', ')}\n`)
    return 'red before'
  })
  baselines.set(key, hindrance)
  return hindrance
}

/** Runs those tests of files and folders that name one of the requirements. */
async function runTests(tests, ids) {
  // `P3 §1` is not to try the tests of `P3 §12.1`, but `001 §12` is to try those of `001 §12.2`.
  const named = ids.length > 1 ? `(?:${ids.join('|')})(?![0-9])` : `${ids[0]}(?![0-9])`
  const args = ['run', ...tests, '-t', named, '--bail', '1', '--reporter', 'json', '--outputFile', reportFile]
  rmSync(reportFile, { force: true })
  if (stopped) return undefined
  running = start('vitest', args, root)
  await endOf(running)
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string | undefined} folder */
function rebuild(folder) {
  if (folder !== undefined) running = start('pnpm', ['run', 'build'], join(root, folder))
  return endedWell(folder && running)
}

/** Its own group of processes, so that Ctrl-C at the terminal reaches it only from here. */
function start(bin, args, cwd) {
  return spawn(bin, args, { cwd, stdio: 'ignore', shell, detached: !shell })
}

async function endedWell(child) {
  return !child || (await endOf(child)) === 0
}

/** @returns {Promise<number | null>} */
function endOf(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
}

function end(child) {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  if (shell) child.kill()
  else process.kill(-child.pid, 'SIGKILL')
}
