import { expect, it } from 'vitest'
import { createLanguageModel } from '../src/index.ts'

const parts = (closed: string[]) => ({
  id: 'echo',
  provider: 'test',
  async *generate() {
    yield { type: 'text' as const, text: 'It rains.' }
    yield { type: 'finish' as const, finishReason: 'stop' as const, usage: {} }
  },
  close: async () => void closed.push('closed'),
})

it('a model is released at the end of its scope', async () => {
  const closed: string[] = []
  {
    await using model = createLanguageModel(parts(closed))
    const { text } = await model.complete({ messages: [{ role: 'user', content: 'How is the weather?' }] })
    expect(text).toBe('It rains.')
    expect(closed).toEqual([])
  }
  expect(closed).toEqual(['closed'])
})
