import { randomUUID } from 'node:crypto'
import type { Narratoria, StoredTurn } from '@narratoria/runtime'

/** Stores a story of many turns and returns its id. */
export async function importLongStory({ store }: Pick<Narratoria, 'store'>, length: number): Promise<string> {
  const sessionId = randomUUID()
  const ids = Array.from({ length }, () => randomUUID())
  const createdAt = Date.now() - length * 60_000
  const turns = ids.map((turnId, index): StoredTurn => {
    const place = { sessionId, turnId, seq: index + 1, parentId: ids[index - 1] ?? null }
    const prompt = `I take step number ${index + 1}`
    const narrative = `${'The corridor goes on, and the dust with it. '.repeat(1 + ((index * 7) % 9))}Step ${index + 1}.`
    return {
      ...place,
      prompt,
      status: 'stored',
      narrative,
      createdAt: createdAt + index * 60_000,
      choices: [{ text: 'Go on' }],
      plan: null,
      execution: null,
      attempts: [],
      fallback: false,
      assets: [],
      state: { steps: index + 1 },
      events: [
        { type: 'turn_started', sessionId, turnId, seq: index + 1, prompt },
        { type: 'state', patch: { steps: index + 1 } },
        { type: 'narration', text: narrative, append: false },
      ],
    }
  })
  const tip = ids.at(-1)!
  await store.importSession({ sessionId, name: null, title: 'A long story', createdAt, head: tip, tip }, turns)
  return sessionId
}
