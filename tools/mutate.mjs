// Breaks one behaviour at a time and runs the tests that are cited for it: each must notice. A requirement whose tests
// pass although its behaviour is broken is not proven by them. Takes requirement ids to try only those.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** @type {{ requirement: string, breaks: string, file: string, find: string, replace: string, tests: string[] }[]} */
const mutations = JSON.parse(readFileSync(join(root, 'tools', 'mutations.json'), 'utf8'))
const reportFile = join(root, 'node_modules', '.mutation.json')
const wanted = process.argv.slice(2)

let unnoticed = 0
for (const mutation of mutations.filter(({ requirement }) => wanted.length === 0 || wanted.includes(requirement))) {
  const verdict = tryMutation(mutation)
  if (verdict !== 'noticed') unnoticed += 1
  process.stdout.write(`${verdict.padEnd(10)} ${mutation.requirement}: ${mutation.breaks}\n`)
}
process.stdout.write(
  unnoticed === 0 ? 'mutations: every broken behaviour was noticed\n' : `mutations: ${unnoticed} not noticed\n`,
)
process.exitCode = unnoticed === 0 ? 0 : 1

/**
 * @param {typeof mutations[number]} mutation
 * @returns {'noticed' | 'UNNOTICED' | 'stale' | 'no test'} `stale`: the code to break is no longer there, once and only once
 */
function tryMutation({ requirement, file, find, replace, tests }) {
  const path = join(root, file)
  const original = readFileSync(path, 'utf8')
  if (original.split(find).length !== 2) return 'stale'
  const restore = () => writeFileSync(path, original)
  process.once('exit', restore)
  try {
    writeFileSync(
      path,
      original.replace(find, () => replace),
    )
    const args = ['run', ...tests, '-t', requirement, '--bail', '1', '--reporter', 'json', '--outputFile', reportFile]
    rmSync(reportFile, { force: true })
    spawnSync('vitest', args, { cwd: root, stdio: 'ignore', shell: process.platform === 'win32' })
    const report = JSON.parse(readFileSync(reportFile, 'utf8'))
    if (report.numFailedTests > 0) return 'noticed'
    return report.numPassedTests === 0 ? 'no test' : 'UNNOTICED'
  } finally {
    restore()
    process.off('exit', restore)
  }
}
