// All that a change must pass in addition to its tests. Every check runs, on all cores, so that one run shows every fault.
// `node tools/check.mjs sources` leaves out the transcripts, and `transcripts` checks only them: they start the story, which
// may build again what other checks or tests read.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

// Programs of projects outside the workspace: the tests that install these projects check their types.
const fixtures = 'tools/test/fixtures'
/** @type {[label: string, command: string, args: string[]][]} */
const checks = [
  // The linter creates the programs of the compiler for its own rules, so that it reports the errors of the compiler at little cost.
  [
    'lint and types',
    'oxlint',
    ['--type-aware', '--type-check', '--deny-warnings', '--ignore-pattern', `${fixtures}/**`],
  ],
  ['lint of fixtures', 'oxlint', ['--deny-warnings', fixtures]],
  ['packages', 'node', ['tools/check-packages.mjs']],
  ['documentation', 'node', ['tools/docs.mjs', '--build']],
  ['unused code and dependencies', 'knip', []],
  ['format', 'oxfmt', ['--check']],
  ['requirements', 'node', ['tools/requirements.mjs']],
  ['commits', 'node', ['tools/commit-lint.mjs']],
]
const part = process.argv[2]
const failed = []
if (part !== 'transcripts') await Promise.all(Array.from({ length: availableParallelism() }, runChecks))
if (part !== 'sources') await runCheck('transcripts in the documents', 'node', ['tools/transcript.mjs', '--check'])
process.stderr.write(failed.length === 0 ? 'check: all passed\n' : `check: failed: ${failed.join(', ')}\n`)
process.exitCode = failed.length === 0 ? 0 : 1

async function runChecks() {
  for (let check = checks.shift(); check; check = checks.shift()) await runCheck(...check)
}

async function runCheck(label, command, args) {
  const startedAt = Date.now()
  const { code, output } = await run(command, args)
  process.stderr.write(`check: ${label}: ${((Date.now() - startedAt) / 1000).toFixed(0)} s\n${output}`.trimEnd() + '\n')
  if (code !== 0) failed.push(label)
}

/** Runs a command and returns its exit code and all that it printed. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => resolve({ code: 1, output: `${command}: ${error.message}\n` }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
