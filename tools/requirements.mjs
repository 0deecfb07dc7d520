// Lists every requirement with the tests that name it. `--check` fails where one has no test and no reason, and where
// the generated table in docs is out of date; without it the table is written.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const tableFile = join(root, 'docs', 'requirements', 'README.md')
const requirements = read('requirements.json')
const reasons = Object.fromEntries(read('not-covered.json').map(({ id, reason }) => [id, reason]))
const tests = findTests()

const lines = requirements.map(({ id, text }) => {
  const named = tests.filter((test) => test.ids.includes(id))
  const proof =
    named.length > 0 ? [...new Set(named.map((test) => `\`${test.file}\``))].join(', ') : (reasons[id] ?? '**none**')
  return `| ${id} | ${text} | ${named.length} | ${proof} |`
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

const known = new Set(requirements.map(({ id }) => id))
const problems = [
  ...requirements
    .filter(({ id }) => !reasons[id] && !tests.some((test) => test.ids.includes(id)))
    .map(({ id }) => `${id} has no test and no reason`),
  ...Object.keys(reasons)
    .filter((id) => tests.some((test) => test.ids.includes(id)))
    .map((id) => `${id} has a test; take its reason away`),
  ...tests.flatMap((test) =>
    test.ids
      .filter((id) => /^(FR|SC)-/.test(id) && !known.has(id))
      .map((id) => `${test.file} names ${id}, which does not exist`),
  ),
]
if (process.argv.includes('--check')) {
  if (readFileSync(tableFile, 'utf8') !== table)
    problems.push('docs/requirements/README.md is out of date: run node tools/requirements.mjs')
} else {
  writeFileSync(tableFile, table)
}
for (const problem of problems) process.stderr.write(`requirements: ${problem}\n`)
process.stdout.write(
  `requirements: ${requirements.length}, with a test ${requirements.filter(({ id }) => tests.some((test) => test.ids.includes(id))).length}\n`,
)
process.exitCode = process.argv.includes('--check') && problems.length > 0 ? 1 : 0

/** Every test title that names requirements, by file: `FR-013, FR-019: …` or `001 §4.2: …`. */
function findTests() {
  return globSync('{packages,apps,skills,examples,tools}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const titles = [
        // The title is the first argument of `it(…)`, and of what `it.each(…)` answers with.
        ...text.matchAll(/\(\s*(['"`])((?:FR-|SC-|001 |P3 )[^\n]*?)\1\s*,/g),
      ].map((match) => match[2])
      return titles.map((title) => ({ file, ids: idsOf(title.split(':')[0]) })).filter(({ ids }) => ids.length > 0)
    })
}

/** The requirements that a title's lead names; a part of a section, as `001 §12.2`, names the section too. */
function idsOf(lead) {
  const named = [...lead.matchAll(/(?:FR|SC)-\d{3}|001 §\d+(?:\.\d+)?|P3 §\d+(?:\.\d+)?/g)].map((match) => match[0])
  return named.flatMap((id) => (id.includes('.') ? [id, id.slice(0, id.indexOf('.'))] : [id]))
}

function read(name) {
  return JSON.parse(readFileSync(join(root, 'docs', 'requirements', name), 'utf8'))
}
