import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatMessage } from '@narratoria/models'
import { startFakeServer } from '@narratoria/models/testing'
import { expect, it, onTestFinished } from 'vitest'
import { answers, stepOf } from '../../../../packages/story/test/model/scripted-writer.ts'
import { narratoria, temporaryFolder } from '../command-line.ts'

it('a run with a model says what it can cost before it starts, and each call with the time that is left', async () => {
  const home = temporaryFolder()
  const run = (...args: string[]) => narratoria(args, { home })
  await run('story', 'new', 'x', '--seed', 'a')
  const nameOf = (id: string) =>
    (JSON.parse(readFileSync(join(home, 'x/memory/characters', `${id}.json`), 'utf8')) as { name: string }).name.split(
      ' ',
    )[0]!
  const names: Record<string, string> = { hero: nameOf('C0'), other: nameOf('C1') }
  const given = {
    ...answers,
    plan: { ...answers.plan, actions: [] },
    draft: answers.revision,
    critique: { verdict: 'accept', problems: [] },
  }
  let isConnected = false
  const server = await startFakeServer({
    family: 'openai',
    answer: ({ messages }) => {
      if (!isConnected) return 'A lamp burns.'
      const prompt = (messages as unknown as ChatMessage[]).find(({ role }) => role === 'user')!.content
      return JSON.stringify(given[stepOf(prompt) as keyof typeof given]).replaceAll(
        /\{(\w+)\}/g,
        (whole, name: string) => names[name] ?? whole,
      )
    },
  })
  onTestFinished(() => server.close())
  const connected = await run('models', 'connect', server.baseUrl, '--for', 'writer')
  expect(connected.code, connected.stderr).toBe(0)
  isConnected = true

  const { code, stderr } = await run('story', 'run', '--n', '2')
  expect(code, stderr).toBe(0)
  const text = stderr.replaceAll(/\s+/g, ' ')
  const [, most = ''] =
    /2 scenes: usually 3 or 4 calls each; at most (\d+) calls and [\d,]+ tokens in all/.exec(text) ?? []
  expect(Number(most)).toBeGreaterThan(6)
  expect(text).toMatch(new RegExp(`scene 1 of 2, outline: call 1 of at most ${most}, [\\d,]+ tokens(?!, about)`))
  expect(text).toMatch(
    new RegExp(`scene 2 of 2, critique: call \\d+ of at most ${most}, [\\d,]+ tokens, about \\d+ s left`),
  )
})
