import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../../apps/cli/test/command-line.ts'
import { guides, root, splitFences, textOf } from './markdown.ts'

/** The commands that a page shows: lines of shell blocks, indented lines, and code within a sentence. */
function commandsOf(page: string): string[] {
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

const commands = guides.flatMap((page) => commandsOf(page).map((command) => ({ page, command })))
/** The words of a command, those in quotes as one. */
const wordsOf = (command: string) => command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []

const helps = new Map<string, string>()
async function helpOf(path: string[]): Promise<string> {
  const key = path.join(' ')
  if (!helps.has(key)) helps.set(key, (await narratoria([...path, '--help'])).stdout)
  return helps.get(key)!
}

/** The entries of one section of a help text: the name in each, and its whole text. */
function entriesOf(help: string, section: string): [name: string, text: string][] {
  const [, lines = ''] = new RegExp(`^${section}:\\n((?: .*\\n?)*)`, 'm').exec(help) ?? []
  return lines.split(/^ {2}(?=\S)/m).flatMap((entry) => (entry.trim() ? [[entry.split(/ {2}/)[0]!, entry]] : []))
}

/** Whether an option takes the value: true unless its help lists the choices and the value is not one of them. */
function isChoice(value: string | undefined, text = ''): boolean {
  const [, choices] = /\(choices: ([^)]*?)(?:, default: [^)]*)?\)/.exec(text.replaceAll(/\s+/g, ' ')) ?? []
  return choices === undefined || (value !== undefined && choices.split(', ').includes(JSON.stringify(value)))
}

/** Whether `narratoria` has the subcommand, the options and their values. */
async function isKnown(words: string[]): Promise<boolean> {
  const path: string[] = []
  let help = await helpOf(path)
  const isCommand = (word = '-') => entriesOf(help, 'Commands').some(([name]) => name.split(' ')[0] === word)
  while (isCommand(words[path.length])) {
    path.push(words[path.length]!)
    help = await helpOf(path)
  }
  // What follows "--" is the command line of another program.
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
  const rest = own.slice(path.length).flatMap((word) => (word.startsWith('--') ? word.split('=') : [word]))
  if (/^[a-z]/.test(rest[0] ?? '') && entriesOf(help, 'Commands').length > 0) return false
  const options = ['Options', 'Global Options'].flatMap((section) => entriesOf(help, section))
  const values: string[] = []
  while (rest.length > 0) {
    const word = rest.shift()!
    if (!/^--?[a-z]/i.test(word)) values.push(word)
    else {
      const option = options.find(([names]) => names.split(/[ ,]+/).includes(word))
      if (!option) return false
      if (option[0].includes('<') && !isChoice(rest.shift(), option[1])) return false
    }
  }
  return entriesOf(help, 'Arguments').every(([, text], at) => values.length <= at || isChoice(values[at], text))
}

/** The scripts that a reader of a page can run: those of the root, and of the package that the page is in. */
function scriptsFor(page: string): string[] {
  const own = `${page.split('/').slice(0, 2).join('/')}/package.json`
  const manifests = ['package.json', own].filter((file) => existsSync(join(root, file)))
  return manifests.flatMap((file) => Object.keys((JSON.parse(textOf(file)) as { scripts: object }).scripts))
}

describe('the commands of guides and READMEs', () => {
  it('name subcommands, options and values that narratoria has', async () => {
    const own = commands.filter(({ command }) => /(^|\/)narratoria$/.test(wordsOf(command)[0] ?? ''))
    expect(own.length).toBeGreaterThan(30)
    for (const { page, command } of own)
      expect(await isKnown(wordsOf(command).slice(1)), `${page}: ${command}`).toBe(true)
  })

  it.each([
    ['tool new x --lang cobol', 'tool new x --lang python'],
    ['tool new x --lang=cobol', 'tool new x --lang=sh'],
    ['tool new x --language ts', 'tool new x'],
    ['tool make x', 'tool check x'],
    ['completion tcsh', 'completion fish'],
    ['play --planner oracle --session llama', 'play --session oracle --planner llama'],
  ])('are checked: `%s` is refused, `%s` is not', async (wrong, right) => {
    expect([await isKnown(wordsOf(wrong)), await isKnown(wordsOf(right))]).toEqual([false, true])
  })

  it('name scripts of the workspace that exist', () => {
    const builtIn = ['add', 'deprecate', 'exec', 'install', 'pack', 'publish', 'start', 'test']
    const wrong = commands.filter(({ page, command }) => {
      const [first, second = '', third = ''] = wordsOf(command)
      const scripts = scriptsFor(page)
      if (first === 'npm') return second === 'run' ? !scripts.includes(third) : !builtIn.includes(second)
      if (first === 'pnpm') return !scripts.includes(second) && !builtIn.includes(second)
      return first === 'node' && /^(tools|apps)\//.test(second) && !existsSync(join(root, second))
    })
    expect(wrong.map(({ page, command }) => `${page}: ${command}`)).toEqual([])
  })

  it('request only paths of the API', () => {
    const api = JSON.parse(textOf('apps/web/openapi.json')) as { paths: Record<string, object> }
    const requested = commands.flatMap(({ command }) => {
      const path = /\$url(\/[^\s'")?]*)/.exec(command)?.[1]
      return path ? [`${/-X (\w+)/.exec(command)?.[1] ?? 'GET'} ${path.replaceAll(/\$\w+/g, '{}')}`] : []
    })
    const known = Object.entries(api.paths).flatMap(([path, item]) =>
      Object.keys(item).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}').replace(/^\/api/, '')}`,
      ),
    )
    expect(requested.length).toBeGreaterThan(2)
    for (const each of requested) expect(known).toContain(each)
  })
})

it('the commands of the guide to playing work on a session, one after the other', async () => {
  const home = temporaryFolder()
  const play = async (...args: string[]) =>
    expect(await narratoria(['play', '--session', 'castle', ...args], { home })).toMatchObject({ code: 0 })
  await play('--prompt', 'I light the torch')
  for (let turn = 1; turn < 10; turn += 1) await play('--no-shipped-skills', '--prompt', 'I wait')
  const shown = commandsOf('docs/guides/play.md').filter((command) => command.startsWith('narratoria sessions '))
  expect(shown.length).toBeGreaterThan(7)
  for (const command of shown) {
    const words = wordsOf(command).map((word) => word.replaceAll('"', ''))
    const { code, stderr } = await narratoria(words.slice(1), { home })
    expect(code, `${command}\n${stderr}`).toBe(0)
  }
  expect(readFileSync(join(home, 'castle.html'), 'utf8')).toContain('<html')
})
