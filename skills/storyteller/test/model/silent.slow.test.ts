import { expect, test } from 'vitest'
import { startServer } from '../model-server.ts'
import { chosen, hostAt, narrateTurn } from './narrate-with-model.ts'

test('SC-009: with three silent servers the story is narrated within ten seconds', async () => {
  const silent = await Promise.all([
    startServer('claude', 'silent'),
    startServer('openai', 'silent'),
    startServer('ollama', 'silent'),
  ])
  const { prose, logs, seconds } = await narrateTurn({
    config: { ...chosen('claude', silent[0].baseUrl), ollamaUrl: silent[2].baseUrl, ollamaModel: 'm' },
    host: hostAt(silent[1].baseUrl),
  })
  expect(prose).toMatch(/^Nothing in this story answers to that\./)
  expect(silent.map(({ asked }) => asked.length)).toEqual([1, 1, 1])
  expect(logs.filter((log) => log.startsWith('warn'))).toHaveLength(3)
  expect(seconds).toBeLessThan(10)
}, 30_000)
