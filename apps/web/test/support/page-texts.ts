import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const page = join(import.meta.dirname, '../../src/page')

/** Attributes and properties that are shown or read out. */
const shownAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'helperText',
  'label',
  'placeholder',
  'title',
])

/** The texts in the code of the page. */
export interface PageTexts {
  /** The first texts of `t` and both of `counted`. */
  translated: Set<string>
  /** Calls of them whose texts are not literals, as `file: code`. */
  computed: string[]
  /** Words in JSX, shown attributes and templates that are not translated, as `file: text`. */
  bare: Set<string>
}

export function readPageTexts(): PageTexts {
  const texts: PageTexts = { translated: new Set(), computed: [], bare: new Set() }
  for (const name of readdirSync(page, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || name.endsWith('text.ts')) continue
    const code = readFileSync(join(page, name), 'utf8')
    const kind = name.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    readFile(ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, kind), texts)
  }
  return texts
}

function readFile(file: ts.SourceFile, { translated, computed, bare }: PageTexts): void {
  const name = file.fileName.replaceAll('\\', '/')
  const visit = (node: ts.Node): void => {
    for (const text of callTexts(node)) {
      if (ts.isStringLiteralLike(text)) translated.add(text.text)
      else computed.push(`${name}: ${text.getText()}`)
    }
    for (const text of shownBy(node)) if (/\p{L}{2}/u.test(text)) bare.add(`${name}: ${text.trim()}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
}

/** The arguments of a call that are texts to translate. */
function callTexts(node: ts.Node): readonly ts.Expression[] {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return []
  if (node.expression.text === 't') return node.arguments.slice(0, 1)
  return node.expression.text === 'counted' ? node.arguments.slice(1, 3) : []
}

/** The literal texts that a node of JSX, an attribute or a property shows, and templates with words in them. */
function shownBy(node: ts.Node): string[] {
  if (ts.isTemplateExpression(node)) {
    const text = textOf(node)
    return /\p{L}{3} | \p{L}{3}/u.test(text) && !isClassName(node) ? [text] : []
  }
  if (ts.isJsxText(node)) return [node.text]
  if (ts.isJsxExpression(node)) return ts.isJsxAttribute(node.parent) ? [] : literalsOf(node.expression)
  const isShown = (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && shownAttributes.has(nameOf(node))
  return isShown ? literalsOf(node.initializer) : []
}

function isClassName(node: ts.Node): boolean {
  const attribute = ts.findAncestor(node, ts.isJsxAttribute)
  return attribute !== undefined && nameOf(attribute) === 'className'
}

const nameOf = ({ name }: ts.JsxAttribute | ts.PropertyAssignment) => name.getText().replaceAll(/['"]/g, '')

/** The text of a template, with `…` for its values. */
function textOf({ head, templateSpans }: ts.TemplateExpression): string {
  return [head, ...templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…')
}

/** The literal texts that an expression can become. */
function literalsOf(node: ts.Node | undefined): string[] {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node)) return [textOf(node)]
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)]
  if (ts.isBinaryExpression(node)) return sidesOf(node).flatMap(literalsOf)
  if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) return literalsOf(node.expression)
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literalsOf)
  // Such as the `join` of a list.
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    return literalsOf(node.expression.expression)
  }
  return []
}

/** The sides of an operator that can be its value. */
function sidesOf({ left, operatorToken, right }: ts.BinaryExpression): ts.Expression[] {
  switch (operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return [right]
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.PlusToken:
      return [left, right]
    default:
      return []
  }
}
