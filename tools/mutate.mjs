// Breaks one behaviour at a time and runs the tests that are cited for it: each must notice. A requirement whose tests
// pass although its behaviour is broken is not proven by them. Takes requirement ids to try only those. `build` names the
// package to build anew, and once more when all is as it was, where tests run what was built of it.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** @type {{ requirement: string, breaks: string, file: string, find: string, replace: string, build?: string, tests: string[] }[]} */
const mutations = JSON.parse(readFileSync(join(root, 'tools', 'mutations.json'), 'utf8'))
const reportFile = join(root, 'node_modules', '.mutation.json')
const wanted = process.argv.slice(2)

const shell = process.platform === 'win32'

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
 * @returns {'noticed' | 'UNNOTICED' | 'stale' | 'no test' | 'no build'} `stale`: the code to break is no longer there, once
 *   and only once
 */
function tryMutation({ requirement, file, find, replace, build, tests }) {
  const path = join(root, file)
  const original = readFileSync(path, 'utf8')
  if (original.split(find).length !== 2) return 'stale'
  const restore = () => {
    writeFileSync(path, original)
    rebuild(build)
  }
  process.once('exit', restore)
  try {
    writeFileSync(
      path,
      original.replace(find, () => replace),
    )
    if (!rebuild(build)) return 'no build'
    // `P3 §1` is not to try the tests of `P3 §12.1`, but `001 §12` is to try those of `001 §12.2`.
    const named = `${requirement}(?![0-9])`
    const args = ['run', ...tests, '-t', named, '--bail', '1', '--reporter', 'json', '--outputFile', reportFile]
    rmSync(reportFile, { force: true })
    spawnSync('vitest', args, { cwd: root, stdio: 'ignore', shell })
    const report = JSON.parse(readFileSync(reportFile, 'utf8'))
    if (report.numFailedTests > 0) return 'noticed'
    return report.numPassedTests === 0 ? 'no test' : 'UNNOTICED'
  } finally {
    restore()
    process.off('exit', restore)
  }
}

/** @param {string | undefined} folder */
function rebuild(folder) {
  if (folder === undefined) return true
  return spawnSync('pnpm', ['run', 'build'], { cwd: join(root, folder), stdio: 'ignore', shell }).status === 0
}
