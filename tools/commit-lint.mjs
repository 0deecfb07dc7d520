// Checks the subjects of the commits since the rules apply: at most 72 characters, a capital letter first, an imperative
// verb (behind `Scope: ` too), no period at the end. Merge commits are not checked; in a shallow clone, what is there is.
// Not commitlint: that is three packages, and none of its rules looks at the mood of the verb.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The last commit before the rules. */
const base = '4dd6252'

const maxLength = 72
const pastTense = /^(?:[a-z]{2,}[^e]ed|built|chose|did|found|gave|kept|left|made|ran|sent|took|was|went|wrote)$/
/** Imperatives that end like another form of a verb. */
const imperatives = new Set(['bring', 'embed', 'focus', 'ping', 'shed', 'string'])

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = readSubjects(process.cwd()).flatMap(({ commit, subject }) =>
    findFaults(subject).map((fault) => `${commit} ${fault}: ${subject}`),
  )
  for (const fault of faults) process.stderr.write(`commits: ${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

/**
 * What is wrong with the subject of a commit, a phrase for each fault.
 *
 * @param {string} subject
 * @returns {string[]}
 */
export function findFaults(subject) {
  const [, verb = ''] = /^(?:[^\s:]+: )?(\S*)/.exec(subject) ?? []
  return [
    subject.length > maxLength && `is longer than ${maxLength} characters`,
    !/^\p{Lu}/u.test(subject) && 'does not start with a capital letter',
    subject.endsWith('.') && 'ends with a period',
    !isImperative(verb.toLowerCase()) && `does not start with an imperative ("${verb}")`,
  ].filter((fault) => fault !== false)
}

/** @param {string} verb */
function isImperative(verb) {
  return imperatives.has(verb) || !(pastTense.test(verb) || /(?:[^s]s|ing)$/.test(verb))
}

/**
 * The commits after `base`, or all that a clone without it has.
 *
 * @param {string} cwd
 * @returns {{ commit: string, subject: string }[]}
 */
export function readSubjects(cwd) {
  const hasBase = git(cwd, 'merge-base', '--is-ancestor', base, 'HEAD').status === 0
  const log = git(cwd, 'log', '--no-merges', '--format=%h %s', hasBase ? `${base}..HEAD` : 'HEAD')
  if (log.status !== 0) throw new Error(`git log failed: ${log.stderr}`)
  return log.stdout
    .split('\n')
    .map((line) => ({ commit: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }))
    .filter(({ commit, subject }) => commit !== '' && !subject.startsWith('Merge '))
}

/** @param {string} cwd @param {string[]} args */
function git(cwd, ...args) {
  return spawnSync('git', args, { cwd, encoding: 'utf8' })
}
