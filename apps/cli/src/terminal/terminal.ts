import { printable } from '@narratoria/protocol/printable'
import type { Io, Output } from '../io.ts'
import { lineUnits } from './line-units.ts'
import { widthOf } from './text-width.ts'

/** What the terminal can show. */
export interface Terminal {
  readonly stdout: Output
  readonly stderr: Output
  /** Whether standard output is a terminal. */
  readonly interactive: boolean
  /** Whether lines may be redrawn: on a terminal, without `--plain`. */
  readonly live: boolean
  /** The width to wrap prose to. Follows the size of the window. */
  readonly columns: number
  /** Characters for lists and progress. ASCII if the terminal has no Unicode. */
  readonly marks: {
    dot: string
    warning: string
    dash: string
    ellipsis: string
    lineBreak: string
    spinner: readonly string[]
  }
  /** Writes text that is not part of the story: to standard output on a terminal, else to standard error. */
  readonly aside: (text: string) => void
  readonly dim: (text: string) => string
  readonly bold: (text: string) => string
}

/** The greatest width that is comfortable to read. */
const maxColumns = 100

/** Describes standard output. Colour only on a terminal and without `NO_COLOR`; with `plain`, nothing is redrawn. */
export function describeTerminal(
  { stdout, stderr, env }: Pick<Io, 'stdout' | 'stderr' | 'env'>,
  { plain = false }: { plain?: boolean } = {},
): Terminal {
  const interactive = stdout.isTTY === true
  const live = interactive && !plain && env.TERM !== 'dumb'
  const colour = live && !env.NO_COLOR
  const style = (open: number, close: number) => (text: string) =>
    colour ? `\u001B[${open}m${text}\u001B[${close}m` : text
  return {
    stdout,
    stderr,
    interactive,
    live,
    get columns() {
      return interactive ? Math.max(20, Math.min(stdout.columns || 80, maxColumns)) : 80
    },
    marks: live && hasUnicode(env) ? unicodeMarks : asciiMarks,
    aside: (text) => void (interactive ? stdout : stderr).write(text),
    dim: style(2, 22),
    bold: style(1, 22),
  }
}

const unicodeMarks: Terminal['marks'] = {
  dot: '·',
  warning: '!',
  dash: '–',
  ellipsis: '…',
  lineBreak: '⏎',
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
}
const asciiMarks: Terminal['marks'] = {
  dot: '-',
  warning: '!',
  dash: '-',
  ellipsis: '...',
  lineBreak: '\\n',
  spinner: ['|', '/', '-', '\\'],
}

function hasUnicode(env: Io['env']): boolean {
  if (process.platform === 'win32') return Boolean(env.WT_SESSION ?? env.TERM_PROGRAM)
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  return env.TERM !== 'linux' && /utf-?8/i.test(locale)
}

/**
 * Breaks text at spaces and between wide characters, so that no line is wider than `columns`. Keeps the line breaks of the
 * text. Removes control characters, so that no tool can control the terminal.
 */
export function wrap(text: string, columns: number): string {
  return printable(text)
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n')
}

/** Printable text on one line. */
export function oneLine(text: string): string {
  return printable(text).replaceAll('\n', ' ')
}

/** A number with its noun: `1 turn`, `2 turns`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}

/** As much of the text as fits into one line. */
export function firstLine(text: string, columns: number): string {
  return wrap(text.replaceAll(/\s+/g, ' ').trim(), columns).split('\n')[0] ?? ''
}

function wrapLine(line: string, columns: number): string {
  const indent = /^ */.exec(line)?.[0] ?? ''
  const lines: string[] = []
  let [current, width] = ['', 0]
  const add = (text: string, gap: string) => {
    const wider = width + gap.length + widthOf(text)
    if (current !== '' && indent.length + wider > columns) {
      lines.push(indent + current)
      ;[current, width] = [text, widthOf(text)]
    } else {
      ;[current, width] = current === '' ? [text, widthOf(text)] : [current + gap + text, wider]
    }
  }
  for (const word of line.slice(indent.length).split(' ')) {
    const [first = '', ...rest] = lineUnits(word)
    add(first, ' ')
    for (const unit of rest) add(unit, '')
  }
  return [...lines, indent + current].join('\n')
}
