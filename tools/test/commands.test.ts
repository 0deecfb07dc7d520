import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { guides, root, splitFences, textOf } from './markdown.ts'

const program = join(root, 'apps', 'cli', 'bin', 'narratoria.js')

/** What a page tells its reader to type: lines of shell blocks, indented lines, and code within a sentence. */
function commandsOf(page: string): string[] {
  const { fences, prose: outside } = splitFences(textOf(page))
  const shell = fences.filter(({ language }) => /^(?:sh|console)$/.test(language)).map(({ code }) => code)
  const indented = Array.from(outside.matchAll(/^ {4}(\S.*)$/gm), ([, line = '']) => line)
  const inline = Array.from(outside.matchAll(/`((?:narratoria|npm|node tools\/)[^`\n]*)`/g), ([, code = '']) => code)
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
const wordsOf = (command: string) => command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []

const helps = new Map<string, string>()
function helpOf(path: string[]): string {
  const key = path.join(' ')
  if (!helps.has(key))
    helps.set(key, execFileSync(process.execPath, [program, ...path, '--help'], { encoding: 'utf8' }))
  return helps.get(key)!
}

/** The lines of one section of a help text, each with what is told of it, by their first words. */
function entriesOf(help: string, section: string): [name: string, told: string][] {
  const [, lines = ''] = new RegExp(`^${section}:\\n((?: .*\\n?)*)`, 'm').exec(help) ?? []
  return lines.split(/^ {2}(?=\S)/m).flatMap((entry) => (entry.trim() ? [[entry.split(/ {2}/)[0]!, entry]] : []))
}

/** True unless the value is of a fixed set and not in it. */
function isChoice(value: string | undefined, told = ''): boolean {
  const [, choices] = /\(choices: ([^)]*?)(?:, default: [^)]*)?\)/.exec(told.replaceAll(/\s+/g, ' ')) ?? []
  return choices === undefined || (value !== undefined && choices.split(', ').includes(JSON.stringify(value)))
}

/** Whether `narratoria` has what is typed behind its name: the subcommand, the options, their values. */
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
  return entriesOf(help, 'Arguments').every(([, told], at) => values.length <= at || isChoice(values[at], told))
}

describe('the commands of guides and READMEs', () => {
  const typed = commands.flatMap(({ page, command }) => {
    const [first = '', ...words] = wordsOf(command)
    return /(^|\/)narratoria$/.test(first) ? [{ page, command, words }] : []
  })

  it('are many', () => expect(typed.length).toBeGreaterThan(30))

  it('name subcommands, options and values of narratoria that it has', () => {
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
  ])('would not be let pass as `%s`; `%s` is', (wrong, right) => {
    expect([wrong, right].map((command) => isKnown(wordsOf(command)))).toEqual([false, true])
  })

  it('name scripts of the workspace that there are', () => {
    const scripts = Object.keys((JSON.parse(textOf('package.json')) as { scripts: object }).scripts)
    const own = ['install', 'deprecate', 'start', 'test']
    const wrong = commands.filter(({ command }) => {
      const [first, second = '', third = ''] = wordsOf(command)
      if (first === 'npm') return second === 'run' ? !scripts.includes(third) : !own.includes(second)
      return first === 'node' && /^(tools|apps)\//.test(second) && !existsSync(join(root, second))
    })
    expect(wrong.map(({ page, command }) => `${page}: ${command}`)).toEqual([])
  })

  it('ask only for addresses that the API has', () => {
    const api = JSON.parse(textOf('apps/web/openapi.json')) as { paths: Record<string, object> }
    const asked = commands.flatMap(({ command }) => {
      const path = /\$url(\/[^\s'")]*)/.exec(command)?.[1]
      return path ? [{ path: path.replaceAll(/\$\w+/g, '{}'), method: /-X (\w+)/.exec(command)?.[1] ?? 'GET' }] : []
    })
    const known = Object.entries(api.paths).flatMap(([path, item]) =>
      Object.keys(item).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}').replace(/^\/api/, '')}`,
      ),
    )
    expect(asked.length).toBeGreaterThan(2)
    for (const { path, method } of asked) expect(known).toContain(`${method} ${path}`)
  })
})

describe('what has to be installed first', () => {
  it.each(['README.md', 'CONTRIBUTING.md', 'docs/guides/play.md'])('%s names where a newer Node is needed', (page) => {
    const [, major, minor] = /minimumNode = \[(\d+), (\d+)\]/.exec(textOf('tools/run.mjs'))!
    const { optionalDependencies } = JSON.parse(textOf('tools/package.json')) as { optionalDependencies: object }
    const packaged = Object.keys(optionalDependencies).map((name) => name.replace('node-', ''))
    expect(packaged.toSorted()).toEqual(['linux-arm64', 'linux-x64', 'win-x64'])
    const told = textOf(page).replaceAll(/\s+/g, ' ')
    expect(told).toContain(`on macOS, and on Windows on arm64, Node ${major}.${minor}`)
  })
})

describe('the guide to playing', () => {
  it('shows commands that work on a story, one after the other', () => {
    const folder = mkdtempSync(join(tmpdir(), 'narratoria-commands-'))
    const env = { ...process.env, NARRATORIA_HOME: join(folder, 'home') }
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [program, ...args], { cwd: folder, env, encoding: 'utf8' })
    try {
      for (let turn = 0; turn < 10; turn += 1)
        expect(run('play', '--session', 'castle', '--prompt', 'I light the torch').status).toBe(0)
      const shown = commandsOf('docs/guides/play.md').filter((command) => command.startsWith('narratoria sessions '))
      expect(shown.length).toBeGreaterThan(7)
      for (const command of shown) {
        const { status, stderr } = run(
          ...wordsOf(command)
            .slice(1)
            .map((word) => word.replaceAll('"', '')),
        )
        expect({ command, status, stderr: status === 0 ? '' : stderr }).toEqual({ command, status: 0, stderr: '' })
      }
      expect(readFileSync(join(folder, 'castle.html'), 'utf8')).toContain('<html')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
