import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import type { Problem } from '@narratoria/protocol/conformance'
import type { CheckCode } from './check-problem.ts'

/** Returns why a tool cannot be started, as far as its file shows it. */
export function findStartProblem(tool: string): Problem<CheckCode> | undefined {
  const expected = 'an executable file'
  const found = statSync(tool, { throwIfNoEntry: false })
  if (!found?.isFile()) {
    const [message, fix] = found?.isDirectory()
      ? [`${tool} is a folder.`, 'Name the tool in it, or a folder that contains a skill.json or SKILL.md.']
      : [`There is no file at ${tool}.`, 'Check the path.']
    return { code: 'tool_not_found', message, expected, fix }
  }
  const isScript = /\.[cm]?[jt]s$/i.test(tool) || process.platform === 'win32'
  try {
    accessSync(tool, isScript ? constants.R_OK : constants.X_OK)
  } catch {
    const message = `${tool} is not executable.`
    return { code: 'tool_not_executable', message, expected, fix: 'Set its executable bit: chmod +x.' }
  }
  return isScript ? undefined : findFirstLineProblem(tool)
}

/** Explains the system's error of starting a tool. */
export function explainStartError(tool: string, { code, message }: NodeJS.ErrnoException): Problem<CheckCode> {
  const interpreter = /^#!\s*(\S*)/.exec(firstLineOf(tool))?.[1] ?? ''
  const why = code === 'ENOENT' ? `its interpreter "${interpreter}" was not found` : message
  return cannotStart(`${tool} could not be started: ${why}.`, 'Check its first line (#!) and its permissions.')
}

function cannotStart(message: string, fix: string): Problem<CheckCode> {
  return { code: 'cannot_start', message, expected: 'a program that the operating system can start', fix }
}

/** Finds a first line that editors write but the system cannot use. */
function findFirstLineProblem(tool: string): Problem<CheckCode> | undefined {
  const line = firstLineOf(tool)
  if (line.startsWith('\u00ef\u00bb\u00bf#!'))
    return cannotStart(
      `${tool} starts with a byte order mark, so that its first line (#!) is ignored.`,
      'Save it as UTF-8 without byte order mark.',
    )
  if (!line.startsWith('#!') || !line.endsWith('\r')) return undefined
  return cannotStart(
    `The first line (#!) of ${tool} ends in a carriage return, which becomes part of the interpreter's name.`,
    'Save it with LF line endings instead of CRLF.',
  )
}

/** The start of a file up to its first line feed, as latin1; empty if the file cannot be read. */
function firstLineOf(tool: string): string {
  let file: number | undefined
  try {
    file = openSync(tool, 'r')
    const start = Buffer.alloc(256)
    return start.toString('latin1', 0, readSync(file, start)).split('\n', 1)[0]!
  } catch {
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
