import { lineUnits } from './line-units.ts'
import { widthOf } from './text-width.ts'

/** What the terminal can show. */
export interface Terminal {
  /** True where a person watches standard output. */
  readonly interactive: boolean
  /** True where lines may be redrawn: a person watches, and did not ask for plain text. */
  readonly live: boolean
  /** The width to wrap prose to, as it is now. */
  readonly columns: number
  /** Marks for lists and progress: with Unicode where the terminal has it. */
  readonly marks: {
    dot: string
    warning: string
    dash: string
    ellipsis: string
    lineBreak: string
    spinner: readonly string[]
  }
  /** Says what is no part of the story: where it goes through a pipe, on standard error. */
  readonly aside: (text: string) => void
  readonly dim: (text: string) => string
  readonly bold: (text: string) => string
}

/** The widest that prose is comfortable to read. */
const maxColumns = 100

/** Looks at standard output: colour only on a terminal, never against `NO_COLOR`; nothing redrawn where `plain`. */
export function describeTerminal(
  { plain = false }: { plain?: boolean } = {},
  stream: NodeJS.WriteStream = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): Terminal {
  const interactive = stream.isTTY === true
  const live = interactive && !plain && env.TERM !== 'dumb'
  const colour = live && !env.NO_COLOR
  const style = (open: number, close: number) => (text: string) =>
    colour ? `\u001B[${open}m${text}\u001B[${close}m` : text
  const unicode = live && hasUnicode(env)
  return {
    interactive,
    live,
    get columns() {
      return interactive ? Math.max(20, Math.min(stream.columns || 80, maxColumns)) : 80
    },
    marks: unicode
      ? {
          dot: '·',
          warning: '!',
          dash: '–',
          ellipsis: '…',
          lineBreak: '⏎',
          spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
        }
      : { dot: '-', warning: '!', dash: '-', ellipsis: '...', lineBreak: '\\n', spinner: ['|', '/', '-', '\\'] },
    aside: (text) => void (interactive ? stream : process.stderr).write(text),
    dim: style(2, 22),
    bold: style(1, 22),
  }
}

function hasUnicode(env: NodeJS.ProcessEnv): boolean {
  if (process.platform === 'win32') return Boolean(env.WT_SESSION ?? env.TERM_PROGRAM)
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  return env.TERM !== 'linux' && /utf-?8/i.test(locale)
}

/**
 * Breaks text at spaces, and between wide characters, so that no line is wider than `columns`; line breaks in the text stay. Control characters
 * are taken out, so that no tool can drive the terminal.
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

/** How many there are, in words: `1 turn`, `2 turns`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}

/** As much of a text as one line of a list holds. */
export function firstLine(text: string, columns: number): string {
  return wrap(text.replaceAll(/\s+/g, ' ').trim(), columns).split('\n')[0] ?? ''
}

// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const unsafe = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

/** Removes control characters other than line feeds and tabs, and those that turn the direction of writing. */
export function printable(text: string): string {
  return text.replaceAll(unsafe, '')
}

/** JSON on one line, in which every character that {@link printable} removes is escaped. */
export function printableJson(value: unknown): string {
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value).replaceAll(unsafe, escape)
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
