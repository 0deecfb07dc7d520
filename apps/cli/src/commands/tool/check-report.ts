import { relative } from 'node:path'
import type { CheckProblem, ToolCheck } from '@narratoria/tool-sdk/conformance'
import { printable, printableJson } from '@narratoria/protocol/printable'
import { count, oneLine } from '../../terminal/terminal.ts'

export interface CheckedTool {
  path: string
  check: ToolCheck
}

/** `{ok, problems, warnings}`. With several tools, each problem names its tool. */
export function toDocument(tools: readonly CheckedTool[]) {
  const collect = (key: 'problems' | 'warnings') =>
    tools.flatMap(({ path, check }) =>
      check[key].map((problem) => (tools.length > 1 ? { ...problem, tool: path } : problem)),
    )
  return { ok: tools.every(({ check }) => check.ok), problems: collect('problems'), warnings: collect('warnings') }
}

/** The report about one tool as text. */
export function describeCheck({ path, check }: CheckedTool, cwd: string): string {
  const { ok, problems, warnings, recording, stderr } = check
  const name = oneLine(relative(cwd, path))
  const list = (mark: string, found: CheckProblem[]) => found.map((problem) => describeProblem(mark, problem))
  const failed = recording?.expect.errorCode === 'tool_failed' ? ' It reported a failure, which is allowed.' : ''
  const events = count(recording?.expect.events.length ?? 0, 'event')
  const head = ok
    ? `${name}: conforms to the protocol (${events}).${failed}\n`
    : `${name}: ${count(problems.length, 'problem')}\n`
  const lastOutput = printable(stderr.trim().slice(-1_000)).replace(/^/gm, '    ')
  const tail = ok || stderr.trim() === '' ? '' : `  its standard error ends with:\n${lastOutput}\n`
  return [head, ...list('✗', problems), ...list('!', warnings), tail].join('')
}

function describeProblem(mark: string, { code, message, line, excerpt, expected, fix, probe }: CheckProblem): string {
  const place = line === undefined ? '' : ` line ${line}`
  const run = probe === 'request' ? '' : ` (${probe.replaceAll('_', ' ')})`
  const quote = excerpt === undefined ? '' : `    received: ${printableJson(excerpt)}\n`
  return `  ${mark} ${code}${place}${run}: ${oneLine(message)}\n${quote}    expected: ${expected}\n    fix:      ${fix}\n`
}
