// Lists every requirement with the tests that name it. `--check` fails where one has no test and no reason, and where
// the generated table in docs is out of date; without it the table is written. A test that never runs proves nothing.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const tableFile = join(root, 'docs', 'requirements', 'README.md')
/** What `it` and `test` may be followed by, and still run: `it.skipIf(windows).each(rows)(…)`. */
const forms = new Set(['concurrent', 'each', 'fails', 'for', 'only', 'runIf', 'sequential', 'skipIf'])
/** Sections of the protocol that require nothing, which tests may name: a diagram, guidance and an example. */
const guidance = new Set(['001 §13.2', '001 §13.7', '001 §14.3'])
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
const sections = new Set(requirements.flatMap(({ id }) => (id.includes('.') ? [sectionOf(id)] : [])))
const problems = [
  ...requirements
    .filter(({ id }) => !reasons[id] && !tests.some((test) => test.ids.includes(id)))
    .map(({ id }) => `${id} has no test and no reason`),
  ...Object.keys(reasons)
    .filter((id) => tests.some((test) => test.ids.includes(id)))
    .map((id) => `${id} has a test; take its reason away`),
  ...tests.flatMap((test) =>
    test.ids.filter((id) => !isKnown(id)).map((id) => `${test.file} names ${id}, which does not exist`),
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
      const titles = titlesOf(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
      return titles.map((title) => ({ file, ids: idsOf(title.split(':')[0]) })).filter(({ ids }) => ids.length > 0)
    })
}

/**
 * The titles of what runs and may fail: the first argument of `it(…)`, `test.skipIf(…)(…)`, `it.each(…)(…)` and the like,
 * where the test calls something, and of the suites of such tests. A test that is always skipped, or still to do, is
 * none, nor is anything within it.
 *
 * @param {ts.SourceFile} source
 * @returns {string[]}
 */
function titlesOf(source) {
  /** @type {string[]} */
  const titles = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      if (neverRuns(node, source)) return
      const [title] = node.arguments
      const text =
        title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) ? title.getText(source) : ''
      if (/^.(?:FR-|SC-|00[12] |P3 )/.test(text) && proves(node, source)) titles.push(text.slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

/** Whether a call is that of a test which does something, or of a suite with one. What calls nothing cannot fail. */
function proves(call, source) {
  const [first = '', ...words] = calleeWords(call.expression)
  if (words.some((word) => !forms.has(word)) || neverRuns(call, source)) return false
  if (/^(?:describe|suite)$/.test(first))
    return call.arguments.slice(1).some((part) => hasCall(part, (inner) => proves(inner, source)))
  if (!/^(?:it|test)$/.test(first)) return false
  const body = call.arguments
    .slice(1)
    .find((argument) => ts.isArrowFunction(argument) || ts.isFunctionExpression(argument))
  return body !== undefined && hasCall(body.body, () => true)
}

/**
 * Whether there is such a call in a part of a program.
 *
 * @param {ts.Node} node
 * @param {(call: ts.CallExpression) => boolean} isSuch
 * @returns {boolean}
 */
function hasCall(node, isSuch) {
  if (ts.isCallExpression(node) && isSuch(node)) return true
  return ts.forEachChild(node, (child) => hasCall(child, isSuch) || undefined) === true
}

/** Whether a call is `it.skip(…)`, `describe.todo.each(…)(…)`, `test(…, { skip: true }, …)` and the like. */
function neverRuns(call, source) {
  const callee = call.expression.getText(source)
  if (!/^(?:it|test|describe|suite)\b/.test(callee)) return false
  const words = calleeWords(call.expression)
  const told = call.arguments.filter(ts.isObjectLiteralExpression).flatMap(({ properties }) => [...properties])
  return (
    words.some((word) => word === 'skip' || word === 'todo') ||
    told.some((property) => /^(?:skip|todo)\s*:\s*true$/.test(property.getText(source)))
  )
}

/** The names along a callee: `it`, `skip` and `each` of `it.skip.each(rows)`. */
function calleeWords(node) {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...calleeWords(node.expression), node.name.text]
  if (ts.isCallExpression(node)) return calleeWords(node.expression)
  return ts.isTaggedTemplateExpression(node) ? calleeWords(node.tag) : []
}

/** Whether this id is there to name: something is required by it, by the section that it is a part of, or by parts of it. */
function isKnown(id) {
  return known.has(id) || guidance.has(id) || sections.has(id) || (id.includes('.') && known.has(sectionOf(id)))
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

function read(name) {
  return JSON.parse(readFileSync(join(root, 'docs', 'requirements', name), 'utf8'))
}
