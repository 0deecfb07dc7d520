// Checks the commits since the rules apply. The subject: at most 72 characters, a capital letter first, an imperative verb
// (behind `Scope: ` too), no period at the end. The body: not empty, trailers left out. Merge commits are not checked, and the
// release commit needs no body; in a shallow clone, what is there is checked.
// Not commitlint: that is three packages, and none of its rules looks at the mood of the verb.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The last commits before the rules: before those for the subject, and before that for the body. */
const before = { subject: '4dd6252', body: 'e530da1' }

const maxLength = 72
const pastTense = /^(?:[a-z]{2,}[^e]ed|built|chose|did|found|gave|kept|left|made|ran|sent|took|was|went|wrote)$/
/** Imperatives that end like another form of a verb. */
const imperatives = new Set(['bring', 'embed', 'focus', 'ping', 'shed', 'string'])
/** The subject that the release workflow writes, without a body. */
const releaseSubject = 'Version Packages'

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const cwd = process.cwd()
  const faults = [
    ...readCommits(cwd, before.subject).flatMap((commit) => describe(commit, findFaults(commit.subject))),
    ...readCommits(cwd, before.body).flatMap((commit) => describe(commit, findBodyFaults(commit))),
  ]
  for (const fault of faults) process.stderr.write(`commits: ${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

/** @param {Commit} commit @param {string[]} faults */
function describe({ commit, subject }, faults) {
  return faults.map((fault) => `${commit} ${fault}: ${subject}`)
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

/**
 * What is wrong with the body of a commit.
 *
 * @param {Pick<Commit, 'subject' | 'body'>} commit
 * @returns {string[]}
 */
export function findBodyFaults({ subject, body }) {
  return body === '' && subject !== releaseSubject ? ['has no body that gives the reason'] : []
}

/** @param {string} verb */
function isImperative(verb) {
  return imperatives.has(verb) || !(pastTense.test(verb) || /(?:[^s]s|ing)$/.test(verb))
}

/** @typedef {{ commit: string, subject: string, body: string }} Commit `body` is without trailers. */

/**
 * The commits after `base`, or all that a clone without it has.
 *
 * @param {string} cwd
 * @param {string} base
 * @returns {Commit[]}
 */
function readCommits(cwd, base) {
  const hasBase = git(cwd, 'merge-base', '--is-ancestor', base, 'HEAD').status === 0
  const format = '--format=%h%x1f%s%x1f%b%x1f%(trailers)%x1e'
  const log = git(cwd, 'log', '--no-merges', format, hasBase ? `${base}..HEAD` : 'HEAD')
  if (log.status !== 0) throw new Error(`git log failed: ${log.stderr}`)
  return log.stdout
    .split('\x1e')
    .map((entry) => {
      const [commit = '', subject = '', body = '', trailers = ''] = entry.split('\x1f').map((field) => field.trim())
      return { commit, subject, body: body.slice(0, body.length - trailers.length).trim() }
    })
    .filter(({ commit, subject }) => commit !== '' && !subject.startsWith('Merge '))
}

/** @param {string} cwd @param {string[]} args */
function git(cwd, ...args) {
  return spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })
}
