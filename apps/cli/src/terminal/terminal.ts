/** What the terminal can show. */
export interface Terminal {
  /** True where a person watches standard output. */
  interactive: boolean
  columns: number
  dim(text: string): string
  bold(text: string): string
}

/** Looks at standard output: colour only on a terminal, and never against `NO_COLOR`. */
export function describeTerminal(
  stream: NodeJS.WriteStream = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): Terminal {
  const interactive = stream.isTTY === true
  const colour = interactive && !env.NO_COLOR && env.TERM !== 'dumb'
  const style = (open: number, close: number) => (text: string) =>
    colour ? `\u001B[${open}m${text}\u001B[${close}m` : text
  return {
    interactive,
    columns: interactive ? Math.min(stream.columns || 80, 100) : 80,
    dim: style(2, 22),
    bold: style(1, 22),
  }
}

/**
 * Breaks text at spaces so that no line is longer than `columns`; line breaks in the text stay. Control characters
 * are taken out, so that no tool can drive the terminal.
 */
export function wrap(text: string, columns: number): string {
  return printable(text)
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n')
}

/** Removes control characters other than line feeds and tabs. */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '')
}

function wrapLine(line: string, columns: number): string {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > columns) {
      lines.push(current)
      current = word
    } else {
      current = current === '' ? word : `${current} ${word}`
    }
  }
  return [...lines, current].join('\n')
}
