// Lists every requirement with the tests that name it. `--check` fails where one has no test and no reason, and where
// the generated table in docs is out of date; without it the table is written. A test that never runs proves nothing.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { titlesOf } from './test-titles.mjs'

/** Sections of the protocol that require nothing, which tests may name: a diagram, guidance and an example. */
const guidance = new Set(['001 §13.2', '001 §13.7', '001 §14.3'])

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const { count, covered, table, problems } = readRequirements(root)
  const tableFile = join(root, 'docs', 'requirements', 'README.md')
  const isCheck = process.argv.includes('--check')
  if (!isCheck) writeFileSync(tableFile, table)
  else if (readFileSync(tableFile, 'utf8') !== table)
    problems.push('docs/requirements/README.md is out of date: run node tools/requirements.mjs')
  for (const problem of problems) process.stderr.write(`requirements: ${problem}\n`)
  process.stdout.write(`requirements: ${count}, with a test ${covered}\n`)
  process.exitCode = isCheck && problems.length > 0 ? 1 : 0
}

/**
 * What the project in the folder `root` requires, which tests name it, and what is wrong with that.
 *
 * @param {string} root
 * @returns {{ count: number, covered: number, table: string, problems: string[] }}
 */
export function readRequirements(root) {
  const requirements = read(root, 'requirements.json')
  const reasons = Object.fromEntries(read(root, 'not-covered.json').map(({ id, reason }) => [id, reason]))
  const tests = findTests(root)
  const testsOf = (id) => tests.filter((test) => test.ids.includes(id))
  const lines = requirements.map(({ id, text }) => {
    const named = testsOf(id)
    const files = [...new Set(named.map((test) => `\`${test.file}\``))].join(', ')
    return `| ${id} | ${text} | ${named.length} | ${files || (reasons[id] ?? '**none**')} |`
  })
  const table = [
    '# Requirements and the tests that name them',
    '',
    'Made by `node tools/requirements.mjs`. FR and SC are functional requirements and success criteria; 001 is the tool protocol.',
    '',
    '| id | requirement | tests | where, or why not |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n')
  const isKnown = knower(requirements)
  const covered = requirements.filter(({ id }) => testsOf(id).length > 0)
  const problems = [
    ...requirements
      .filter((requirement) => !reasons[requirement.id] && !covered.includes(requirement))
      .map(({ id }) => `${id} has no test and no reason`),
    ...Object.keys(reasons)
      .filter((id) => testsOf(id).length > 0)
      .map((id) => `${id} has a test; take its reason away`),
    ...tests.flatMap((test) =>
      test.ids.filter((id) => !isKnown(id)).map((id) => `${test.file} names ${id}, which does not exist`),
    ),
  ]
  return { count: requirements.length, covered: covered.length, table, problems }
}

/** Every test title that names requirements, by file: `FR-013, FR-019: …` or `001 §4.2: …`. */
function findTests(root) {
  return globSync('{packages,apps,skills,examples,tools}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
    .sort()
    .flatMap((file) => {
      const titles = titlesOf(file, readFileSync(join(root, file), 'utf8'))
      return titles.map((title) => ({ file, ids: idsOf(title.split(':')[0]) })).filter(({ ids }) => ids.length > 0)
    })
}

/**
 * Tells whether an id is there to name: something is required by it, by the section that it is a part of, or by parts of it.
 *
 * @param {{ id: string }[]} requirements
 * @returns {(id: string) => boolean}
 */
function knower(requirements) {
  const known = new Set(requirements.map(({ id }) => id))
  const sections = new Set(requirements.flatMap(({ id }) => (id.includes('.') ? [sectionOf(id)] : [])))
  return (id) => known.has(id) || guidance.has(id) || sections.has(id) || (id.includes('.') && known.has(sectionOf(id)))
}

function sectionOf(id) {
  return id.slice(0, id.indexOf('.'))
}

/** The requirements that a title's lead names; a part of a section, as `001 §12.2`, names the section too. */
function idsOf(lead) {
  const named = [
    ...lead.matchAll(/(?:FR|SC)-\d{3}|001 §\d+(?:\.\d+)?|P3 §\d+(?:\.\d+)?|002 (?:US\d+\.\d+|Edge \d+)/g),
  ].map((match) => match[0])
  return named.flatMap((id) => (id.includes('.') ? [id, sectionOf(id)] : [id]))
}

function read(root, name) {
  return JSON.parse(readFileSync(join(root, 'docs', 'requirements', name), 'utf8'))
}
