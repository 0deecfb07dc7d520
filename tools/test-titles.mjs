// What the text of a test file proves: the titles of tests that run and may fail.
import ts from 'typescript'

/** What `it` and `test` may be followed by, and still run: `it.skipIf(windows).each(rows)(…)`. */
const forms = new Set(['concurrent', 'each', 'fails', 'for', 'only', 'runIf', 'sequential', 'skipIf'])

/**
 * The titles of what runs and may fail: the first argument of `it(…)`, `test.skipIf(…)(…)`, `it.each(…)(…)` and the like,
 * where the test calls something, and of the suites of such tests; those that name a requirement. A test that is always
 * skipped, or still to do, is none, nor is anything within it.
 *
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function titlesOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
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
