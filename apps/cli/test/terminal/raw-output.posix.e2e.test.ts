import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

/** Sequences that control a terminal: 7-bit and 8-bit, colors, clipboard, links, titles, and characters that turn text around. */
const hostile = [
  '\u001B[31mred',
  '\u001B]52;c;eA==\u0007',
  '\u001B]8;;http://evil.example\u001B\\link',
  '\u001B]0;title\u0007',
  '\u001Bc',
  '\u001BP1$r\u001B\\',
  '\u009B2J',
  '\u009D52;c;eA==\u009C',
  '\u202Etxt.exe',
  '\u2066isolate\u2069',
  '\rover\u0008\u007F',
].join(' ')

// oxlint-disable-next-line no-control-regex -- control characters are what it matches
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/

/** A folder with a skill, a plan and a session full of hostile texts. */
async function openHostileWorld() {
  const home = temporaryFolder()
  const skill = join(home, 'home', 'skills', 'evil')
  mkdirSync(skill, { recursive: true })
  const events = [
    { type: 'log', level: 'warn', message: hostile, fields: { [hostile]: hostile } },
    { type: 'state_patch', patch: { [hostile]: hostile, plain: { deep: [hostile] } } },
    { type: 'asset', assetId: hostile, kind: hostile, mediaType: 'image/png', path: `/missing/${hostile}` },
    { type: 'ui_event', event: 'narration', payload: { text: `You see ${hostile}` } },
    {
      type: 'ui_event',
      event: 'narrative_choice',
      payload: { choices: [{ id: hostile, label: hostile, prompt: hostile }] },
    },
    { type: 'ui_event', event: 'progress', payload: { label: hostile, share: 0.5 } },
    { type: 'ui_event', event: hostile, payload: { [hostile]: hostile } },
    { type: 'error', errorCode: hostile, errorMessage: hostile, details: { retryable: false, [hostile]: hostile } },
    { type: 'done', ok: true, summary: hostile },
  ].map((event) => JSON.stringify({ version: '0', ...event }))
  const quoted = events.map((event) => `printf '%s\\n' '${event}'`)
  const script = `#!/bin/sh\ncat > /dev/null\n${quoted.join('\n')}\nprintf '${hostile.replaceAll("'", '')}' >&2\n`
  writeFileSync(join(skill, 'evil.sh'), script, { mode: 0o755 })
  writeFileSync(join(skill, 'fails.sh'), script.replace('"ok":true', '"ok":false'), { mode: 0o755 })
  writeFileSync(
    join(skill, 'skill.json'),
    JSON.stringify({
      name: 'evil',
      displayName: hostile,
      version: '1.0.0',
      description: hostile,
      author: hostile,
      scripts: [{ name: 'evil', path: 'evil.sh', description: hostile, triggers: ['zorble', { pattern: 'zorble' }] }],
    }),
  )
  const plan = {
    requestId: '550e8400-e29b-41d4-a716-446655440000',
    narrative: hostile,
    tools: [
      { toolId: `a${hostile}`, toolPath: './evil.sh' },
      { toolId: `b${hostile}`, toolPath: './fails.sh', required: false, retryPolicy: { maxRetries: 1, backoffMs: 1 } },
      { toolId: `c${hostile}`, toolPath: `./${hostile}.sh`, required: false },
    ],
  }
  writeFileSync(join(skill, 'plan.json'), JSON.stringify(plan))
  writeFileSync(
    join(skill, 'bad.json'),
    JSON.stringify({ ...plan, tools: [{ toolId: hostile, toolPath: 5, dependencies: [hostile] }] }),
  )
  const played = await narratoria(['play', '--session', 'evil', '--prompt', `zorble ${hostile}`], { home, cwd: skill })
  expect(played.stdout).toContain('You see')
  return { home, cwd: skill, played }
}

it('no command writes a control character of a tool, a skill or a plan', async () => {
  const { played, ...where } = await openHostileWorld()
  const outputs: Record<string, string> = { play: played.stdout + played.stderr }
  const commandLines = [
    ['run', 'plan.json'],
    ['run', 'plan.json', '--json'],
    ['run', 'plan.json', '--ndjson'],
    ['run', 'plan.json', '--graph'],
    ['run', 'bad.json'],
    ['run', `missing${hostile}`],
    ['plan', `zorble ${hostile}`],
    ['plan', `zorble ${hostile}`, '--json'],
    ['plan', `zorble ${hostile}`, '--graph'],
    ['play', '--session', 'evil', '--prompt', `zorble ${hostile}`, '--json'],
    ['play', '--session', hostile, '--prompt', 'zorble'],
    ['sessions', 'list'],
    ['sessions', 'list', '--json'],
    ['sessions', 'show', 'evil'],
    ['sessions', 'show', 'evil', '--json'],
    ['sessions', 'why', 'evil', hostile],
    ['sessions', 'why', 'evil', 'plain'],
    ['sessions', 'replay', 'evil'],
    ['sessions', 'export', 'evil'],
    ['sessions', 'export', 'evil', '--format', 'html'],
    ['sessions', 'export', 'evil', '--format', 'json'],
    ['sessions', 'export', 'evil', '--format', 'sillytavern'],
    ['skills', 'list'],
    ['skills', 'list', '--json'],
    ['skills', 'show', 'evil'],
    ['skills', 'check', '.'],
    ['skills', hostile],
    ['tool', 'check', 'evil.sh'],
    ['tool', 'check', 'fails.sh', '--json'],
    ['skills', 'disable', 'evil'],
    ['skills', 'enable', 'evil'],
    ['skills', 'config', 'evil'],
    ['tool', 'protocol'],
    ['tool', 'new', hostile],
    ['skill', 'new', hostile],
    ['context', '--session', 'evil'],
    ['sessions', 'notes', 'evil', '--style', hostile],
    ['sessions', 'notes', 'evil'],
    ['sessions', 'edit', 'evil', '--narrative', hostile],
    ['sessions', 'swipe', 'evil'],
    ['sessions', 'tag', 'evil', hostile],
    ['sessions', 'duplicate', 'evil', '--name', `copy${hostile}`],
    ['sessions', 'rename', 'evil', hostile],
    ['sessions', 'rename', hostile, 'evil'],
    ['sessions', 'branch', 'evil'],
    ['sessions', 'model', 'evil', hostile],
    ['sessions', 'search', 'zorble'],
    ['sessions', 'search', hostile],
    ['sessions', 'undo', 'evil'],
    ['sessions', 'redo', 'evil'],
    ['sessions', 'delete', 'evil', '--yes'],
    ['sessions', 'list', '--trash'],
    ['sessions', 'restore', 'evil'],
    ['sessions', 'import', hostile],
    ['sessions', 'backup', `missing/${hostile}`],
    ['campaign', 'list'],
    ['campaign', 'show', hostile],
    ['campaign', 'check', hostile],
    ['campaign', 'check', '.'],
    ['campaign', 'test', hostile],
    ['campaign', 'map', hostile],
    ['campaign', 'new', hostile],
    ['campaign', 'export', hostile, 'there'],
    ['models', 'list'],
    ['models', 'connect', hostile],
    ['models', 'test', hostile],
    ['models', 'use', hostile],
    ['models', 'disconnect', hostile],
    ['models', 'remove', hostile],
    ['models', 'pull', hostile],
    ['story', 'new', hostile],
    ['story', 'tick', hostile],
    ['story', 'run', hostile],
    ['story', 'undo', hostile],
    ['story', 'status', hostile],
    ['story', 'show', hostile],
    ['story', 'compile', hostile],
    ['skills', 'update', hostile],
    ['skills', 'remove', hostile],
    ['skills', 'trust', hostile],
    ['campaign', 'install', hostile],
    ['campaign', 'card', hostile],
    ['import', hostile],
    ['lore', 'show', hostile],
    ['lore', 'test', hostile],
    ['lore', 'remove', hostile],
    ['lore', 'list', hostile],
    ['mcp', 'test', hostile],
    ['mcp', 'remove', hostile],
    ['story', 'outline', hostile],
    ['story', 'rewrite', hostile],
    ['story', 'insert', hostile],
    ['story', 'move', hostile],
    ['story', 'delete', hostile],
    ['story', 'check', hostile],
    ['story', 'from', hostile, hostile],
    ['story', 'campaign', hostile],
    ['campaign', 'pack', hostile],
    ['skill', 'pack', hostile],
    ['skills', 'add', `./${hostile}`],
    ['mcp', 'serve', `--${hostile}`],
    ['mcp', 'add', hostile],
    ['mcp', 'list'],
    ['eval', 'planner', hostile],
    ['serve', '--port', hostile],
    ['worker', '--store', hostile],
    ['cluster', 'up', `--${hostile}`],
    ['cluster', 'status', '--store', hostile],
    ['cluster', 'drain', hostile, '--store', hostile],
    ['completion', hostile],
    ['doctor'],
    [hostile],
  ]
  expect(await commandsWithout(commandLines)).toEqual([])
  for (const line of commandLines) {
    const { stdout, stderr } = await narratoria(line, where)
    outputs[line.map((word) => word.slice(0, 20)).join(' ')] = stdout + stderr
  }
  for (const [line, output] of Object.entries(outputs)) {
    expect(output, line).not.toBe('')
    expect(
      control.exec(output)?.index,
      `${JSON.stringify(line)}: ${JSON.stringify(output.slice(Math.max(0, output.search(control) - 60)).slice(0, 120))}`,
    ).toBe(undefined)
  }
  const exported = await narratoria(['sessions', 'export', 'evil', '--format', 'json'], where)
  expect(JSON.stringify(JSON.parse(exported.stdout))).toContain(JSON.stringify(hostile).slice(1, 12))
})

/** The commands of the program that no line calls. */
async function commandsWithout(lines: readonly string[][], path: string[] = []): Promise<string[]> {
  const { stdout } = await narratoria([...path, '--help'])
  const [, list = ''] = /\nCommands:\n([\s\S]*?)(?:\n\n|$)/.exec(stdout) ?? []
  const names = Array.from(list.matchAll(/^ {2}(\w+)/gm), ([, name]) => name!).filter((name) => name !== 'help')
  if (names.length === 0)
    return lines.some((line) => path.every((word, at) => line[at] === word)) ? [] : [path.join(' ')]
  const missing = []
  for (const name of names) missing.push(...(await commandsWithout(lines, [...path, name])))
  return missing
}

it('commands write through the functions of the folder terminal', () => {
  const sources = new URL('../../src/', import.meta.url).pathname
  const writing = globSync('**/*.ts', { cwd: sources }).filter((file) =>
    /(?:stdout|stderr)\.write\(/.test(readFileSync(join(sources, file), 'utf8')),
  )
  // The program's help and the progress of a download consist of the program's own words.
  expect(writing.filter((file) => !file.startsWith('terminal/')).sort()).toEqual([
    'commands/models/models.ts',
    'main.ts',
  ])
})
