import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandsOf, wordsOf } from './commands.ts'
import { guides, root, textOf } from './markdown.ts'

const program = join(root, 'apps', 'cli', 'bin', 'narratoria.js')

const commands = guides.flatMap((page) => commandsOf(page).map((command) => ({ page, command })))

const helps = new Map<string, string>()
function helpOf(path: string[]): string {
  const key = path.join(' ')
  if (!helps.has(key))
    helps.set(key, execFileSync(process.execPath, [program, ...path, '--help'], { encoding: 'utf8' }))
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
function isKnown(words: string[]): boolean {
  const path: string[] = []
  const isCommand = (word = '-') => entriesOf(helpOf(path), 'Commands').some(([name]) => name.split(' ')[0] === word)
  while (isCommand(words[path.length])) path.push(words[path.length]!)
  const help = helpOf(path)
  const rest = words.slice(path.length).flatMap((word) => (word.startsWith('--') ? word.split('=') : [word]))
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
  const typed = commands.flatMap(({ page, command }) => {
    const [first = '', ...words] = wordsOf(command)
    return /(^|\/)narratoria$/.test(first) ? [{ page, command, words }] : []
  })

  it('are many', () => expect(typed.length).toBeGreaterThan(30))

  it('name subcommands, options and values that narratoria has', () => {
    const wrong = typed.filter(({ words }) => !isKnown(words))
    expect(wrong.map(({ page, command }) => `${page}: ${command}`)).toEqual([])
  })

  it.each([
    ['tool new x --lang cobol', 'tool new x --lang python'],
    ['tool new x --lang=cobol', 'tool new x --lang=sh'],
    ['tool new x --language ts', 'tool new x'],
    ['tool make x', 'tool check x'],
    ['completion tcsh', 'completion fish'],
    ['play --planner oracle --session llama', 'play --session oracle --planner llama'],
  ])('are checked: `%s` is refused, `%s` is not', (wrong, right) => {
    expect([wrong, right].map((command) => isKnown(wordsOf(command)))).toEqual([false, true])
  })

  it('name scripts of the workspace that exist', () => {
    const builtIn = ['add', 'deprecate', 'exec', 'install', 'start', 'test']
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
      const path = /\$url(\/[^\s'")]*)/.exec(command)?.[1]
      return path ? [{ path: path.replaceAll(/\$\w+/g, '{}'), method: /-X (\w+)/.exec(command)?.[1] ?? 'GET' }] : []
    })
    const known = Object.entries(api.paths).flatMap(([path, item]) =>
      Object.keys(item).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}').replace(/^\/api/, '')}`,
      ),
    )
    expect(requested.length).toBeGreaterThan(2)
    for (const { path, method } of requested) expect(known).toContain(`${method} ${path}`)
  })
})
