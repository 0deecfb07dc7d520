// Fails where a requirement has neither a test that names it nor a reason in docs/requirements/not-covered.json, and
// where a test names a requirement that does not exist. `--table` writes docs/requirements/tests.md instead: every
// requirement with the test files that name it.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {{ id: string, text: string }} Requirement */

/** Sections of the protocol that tests may name, although they require nothing: a diagram, guidance and an example. */
const guidance = new Set(['001 §13.2', '001 §13.7', '001 §14.3'])

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const { count, covered, table, problems } = readRequirements(root)
  if (process.argv.includes('--table')) writeFileSync(join(root, 'docs', 'requirements', 'tests.md'), table)
  for (const problem of problems) process.stderr.write(`requirements: ${problem}\n`)
  process.stdout.write(`requirements: ${count}, with a test ${covered}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

/**
 * Reads the requirements of the project in the folder `root` and the tests that name them.
 *
 * @param {string} root
 * @returns {{ count: number, covered: number, table: string, problems: string[] }}
 */
export function readRequirements(root) {
  /** @type {Requirement[]} */
  const requirements = read(root, 'requirements.json')
  const reasons = new Map(read(root, 'not-covered.json').map(({ id, reason }) => [id, reason]))
  const tests = findTests(root)
  const filesOf = (/** @type {string} */ id) => tests.filter(({ ids }) => ids.includes(id)).map(({ file }) => file)
  const isKnown = makeIsKnown(requirements)
  const covered = requirements.filter(({ id }) => filesOf(id).length > 0)
  const uncovered = requirements.filter((requirement) => !covered.includes(requirement))
  return {
    count: requirements.length,
    covered: covered.length,
    table: describe(
      requirements,
      (id) =>
        filesOf(id)
          .map((file) => `\`${file}\``)
          .join(', ') || reasons.get(id),
    ),
    problems: [
      ...uncovered.filter(({ id }) => !reasons.has(id)).map(({ id }) => `${id} has no test and no reason`),
      ...covered.filter(({ id }) => reasons.has(id)).map(({ id }) => `${id} has a test; remove its reason`),
      ...tests.flatMap(({ file, ids }) =>
        ids.filter((id) => !isKnown(id)).map((id) => `${file} names ${id}, which does not exist`),
      ),
    ],
  }
}

/** The requirements that each test file names. A suite that several test files run may be in a file of its own. */
function findTests(root) {
  return globSync('{packages,apps,skills,examples}/*/test/**/*{.test,-suite}.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => ({ file, ids: idsIn(readFileSync(join(root, file), 'utf8')) }))
}

/**
 * The ids that titles of tests start with, as `FR-013, FR-019: …` or `001 §4.2: …`. A title is a string that begins so;
 * lines with `skip(` or `todo(`, and comments, hold none. A part of a section, as `001 §12.2`, names the section too.
 *
 * @param {string} text
 */
function idsIn(text) {
  const lines = text.split('\n').filter((line) => !/\.(?:skip|todo)(?:\.\w+)?\(|^\s*(?:\/\/|\*)/.test(line))
  const leads = lines.flatMap((line) => line.match(/(?<=['"`])(?:FR-|SC-|00[12] |P3 )[^:'"`]*(?=:)/) ?? [])
  const named = leads.flatMap(
    (lead) => lead.match(/(?:FR|SC)-\d{3}|001 §\d+(?:\.\d+)?|P3 §\d+(?:\.\d+)?|002 (?:US\d+\.\d+|Edge \d+)/g) ?? [],
  )
  return [...new Set(named.flatMap((id) => (id.includes('.') ? [id, sectionOf(id)] : [id])))]
}

/**
 * Returns a function that checks whether an id exists: it is a requirement, its section is one, or it has parts that are.
 *
 * @param {Requirement[]} requirements
 * @returns {(id: string) => boolean}
 */
function makeIsKnown(requirements) {
  const known = new Set(requirements.map(({ id }) => id))
  const sections = new Set(requirements.flatMap(({ id }) => (id.includes('.') ? [sectionOf(id)] : [])))
  return (id) => known.has(id) || guidance.has(id) || sections.has(id) || (id.includes('.') && known.has(sectionOf(id)))
}

/** @param {string} id */
function sectionOf(id) {
  return id.slice(0, id.indexOf('.'))
}

/** @param {Requirement[]} requirements @param {(id: string) => string | undefined} where */
function describe(requirements, where) {
  const rows = requirements.map(({ id, text }) => `| ${id} | ${text} | ${where(id) ?? '**none**'} |`)
  const head = [
    '# Requirements and the tests that name them',
    '',
    '| id | requirement | tests |',
    '| --- | --- | --- |',
  ]
  return [...head, ...rows, ''].join('\n')
}

function read(root, name) {
  return JSON.parse(readFileSync(join(root, 'docs', 'requirements', name), 'utf8'))
}
