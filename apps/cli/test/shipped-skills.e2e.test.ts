import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { program } from './command-line.ts'
import { prepareSettings, settingsInOrder } from './shipped-skills.ts'

const hasTerminals = process.platform === 'linux' && existsSync('/usr/bin/script')

/** Answers each question on a real terminal. Returns what the terminal showed, and how many questions were asked. */
async function onTerminal(args: string[], home: string, answers: readonly string[]) {
  const line = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn('/usr/bin/script', ['-qec', line, '/dev/null'], {
    env: { ...process.env, NARRATORIA_HOME: join(home, 'home'), NO_COLOR: '1', TERM: 'xterm' },
  })
  let shown = ''
  let given = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    // The question is redrawn while it is answered: the next answer waits until the line of the last one ends.
    const asked = shown.split('\r\n').filter((row) => row.includes(']: ')).length
    if (asked > given && given < answers.length) child.stdin.write(`${answers[given++]}\r`)
  })
  await once(child, 'close')
  return { shown, asked: given }
}

describe.each(['storyteller', 'memory', 'reputation', 'dice-roller'])('narratoria skills config %s', (name) => {
  it.skipIf(!hasTerminals)('SC-003: asks once per setting, and Enter keeps every default', async () => {
    const { args, home, settings, file } = prepareSettings(name)
    const count = Object.keys(settings).length
    const { shown, asked } = await onTerminal(
      args,
      home,
      Array.from({ length: count }, () => ''),
    )
    expect(asked).toBe(count)
    expect(shown).toContain('Nothing was changed.')
    expect(existsSync(file)).toBe(false)
  })
})

it.skipIf(!hasTerminals)(
  'SC-003, FR-040, FR-044: on a terminal, the form asks again after an invalid answer, and never shows a secret',
  async () => {
    const { args, home, settings, saved } = prepareSettings('storyteller')
    const order = await settingsInOrder(args, home)
    const answers = order.flatMap((field) =>
      field === 'apiKey' ? ['sk-planted-key'] : field === 'firstTokenSeconds' ? ['soon', '5'] : [''],
    )
    const { shown, asked } = await onTerminal(args, home, answers)
    expect(asked).toBe(order.length + 1)
    expect(saved()).toEqual({ apiKey: 'sk-planted-key', firstTokenSeconds: 5 })
    expect(shown).toMatch(/Patience for the first word must be a number/)
    expect(shown).not.toContain('sk-planted')
    expect(Object.keys(settings)).toHaveLength(order.length)
  },
  60_000,
)
