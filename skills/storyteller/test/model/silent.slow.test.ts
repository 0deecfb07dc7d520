import { expect, test } from 'vitest'
import { startServer } from '../model-server.ts'
import { chosen, narrateTurn } from './narrate-with-model.ts'

test('SC-009: with two silent servers the built-in narrator narrates when their patience is over', async () => {
  const silent = await Promise.all([startServer('claude', 'silent'), startServer('ollama', 'silent')])
  const { prose, logs } = await narrateTurn({
    config: {
      ...chosen('claude', silent[0].baseUrl),
      ollamaUrl: silent[1].baseUrl,
      ollamaModel: 'm',
      firstTokenSeconds: 2,
    },
  })
  expect(prose).toMatch(/^Nothing in this story answers to that\./)
  expect(silent.map(({ asked }) => asked.length)).toEqual([1, 1])
  expect(logs.filter((log) => log.startsWith('warn'))).toHaveLength(2)
})
