import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, LineCounter, parseDocument } from 'yaml'
import { Problems } from './problems.ts'

/** The largest text file that a campaign may have, in bytes. */
const maxTextBytes = 4 * 1024 * 1024

/** A structured file (YAML or JSON) with the line of each of its values. */
export interface SourceFile {
  /** Relative to the campaign folder. */
  file: string
  value: unknown
  /** Returns `file:line` of the value at a path, or of the nearest parent that exists. */
  at(path?: readonly (string | number)[]): string
}

/** Reads a text file of a campaign. Returns `undefined` and reports nothing if there is none. */
export async function readText(folder: string, file: string, problems: Problems): Promise<string | undefined> {
  const path = join(folder, file)
  const info = await stat(path).catch(() => undefined)
  if (!info) return undefined
  if (!info.isFile()) return problems.error('not_a_file', `${file} is not a regular file; replace it with one.`, file)
  if (info.size > maxTextBytes)
    return problems.error('file_too_large', `${file} has ${info.size} bytes; the limit is ${maxTextBytes}.`, file)
  const text = await readFile(path, 'utf8')
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
}

/** Parses YAML or JSON. Syntax errors are reported with their lines. */
export function parseSource(file: string, text: string, problems: Problems): SourceFile | undefined {
  const json = parseJson(text)
  if (json) {
    // A second reading finds the lines, which takes ten times as long as the first one.
    let located: SourceFile | undefined
    return { file, value: json.value, at: (path) => (located ??= parseYaml(file, text, new Problems())!).at(path) }
  }
  return parseYaml(file, text, problems)
}

function parseYaml(file: string, text: string, problems: Problems): SourceFile | undefined {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, strict: true })
  const lineAt = (offset: number) => `${file}:${Math.max(lines.linePos(offset).line, 1)}`
  // The errors after the first one follow from it.
  const [error] = document.errors
  if (error) return problems.error('syntax_error', firstLine(error.message), lineAt(error.pos[0]))
  try {
    return { file, value: document.toJS(), at: (path = []) => lineAt(offsetOf(document, path)) }
  } catch (error) {
    // Too many aliases: a document that would grow without bounds.
    return problems.error('syntax_error', error instanceof Error ? error.message : String(error), file)
  }
}

/** Reads and parses a structured file. Returns `undefined` if there is none or it has errors, which are reported. */
export async function readSource(folder: string, file: string, problems: Problems): Promise<SourceFile | undefined> {
  const text = await readText(folder, file, problems)
  return text === undefined ? undefined : parseSource(file, text, problems)
}

function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | undefined
    if (node?.range) return node.range[0]
  }
  return 0
}

/** Parses a text that is JSON. Returns undefined for other texts, and if a key occurs twice in an object, which YAML reports. */
function parseJson(text: string): { value: unknown } | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  let keys = 0
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon) keys += 1
  return keys === countKeys(value) ? { value } : undefined
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return inner.reduce((sum: number, each) => sum + countKeys(each), Array.isArray(value) ? 0 : inner.length)
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}
