import { splitFences, textOf } from './markdown.ts'

/** The commands that a page shows: lines of shell blocks, indented lines, and code within a sentence. */
export function commandsOf(page: string): string[] {
  const { fences, prose } = splitFences(textOf(page))
  const shell = fences.filter(({ language }) => /^(?:sh|console)$/.test(language)).map(({ code }) => code)
  const indented = Array.from(prose.matchAll(/^ {4}(\S.*)$/gm), ([, line = '']) => line)
  const inline = Array.from(prose.matchAll(/`((?:narratoria|p?npm|node tools\/)[^`\n]*)`/g), ([, code = '']) => code)
  return [...shell.flatMap((code) => code.split('\n')), ...indented, ...inline]
    .flatMap((line) =>
      line
        .replace(/^\$ /, '')
        .replace(/\s+#.*$/, '')
        .split(/ \| | && /),
    )
    .map((line) => line.trim().replace(/^(?:[A-Z_]+=\S+ )+/, ''))
    .filter((line) => line !== '' && !line.includes('…'))
}

/** The words of a command, those in quotes as one. */
export function wordsOf(command: string): string[] {
  return command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
}
