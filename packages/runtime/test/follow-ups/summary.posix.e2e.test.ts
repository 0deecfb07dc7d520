import { expect, test } from 'vitest'
import { openNarrated } from '../fixtures/model-narrator.ts'
import { smallWorld } from '../fixtures/small-world.ts'

const narration = 'You wait while the lantern of Oleg flickers.'
const recapAt = async ({ host }: Awaited<ReturnType<typeof openNarrated>>, id: string, turn: number) => {
  const { turnId } = (await host.store.findTurn(id, String(turn)))!
  const [recap] = await host.store.recaps(id, turnId, 1)
  return recap!.recap!.summary
}

/** Plays turns, and waits after each for what follows. */
async function play(opened: Awaited<ReturnType<typeof openNarrated>>, turns: number) {
  const session = await opened.host.openSession('rooms', { world: smallWorld })
  for (let turn = 1; turn <= turns; turn += 1) {
    await session.play('wait').result
    await session.settled()
  }
  return session
}

test('a model shortens the summary of old turns, and later turns build on its words', async () => {
  const summary = ['The player waited while the lantern of Oleg flickered.']
  const opened = await openNarrated({ narration, summary })
  const session = await play(opened, 30)
  // Ten lines are short enough.
  expect(await recapAt(opened, session.id, 10)).toHaveLength(10)
  expect(await recapAt(opened, session.id, 20)).toEqual(summary)
  expect(await recapAt(opened, session.id, 30)).toHaveLength(11)
  const notes = opened.asked.find(({ kind }) => kind === 'summary')!.messages.at(-1)!.content
  for (let turn = 1; turn <= 20; turn += 1) expect(notes).toContain(`Turn ${turn}, "wait"`)
})

test('a summary that invents something is not used', async () => {
  const opened = await openNarrated({ narration, summary: ['A dragon burned the village and everyone was crowned.'] })
  const session = await play(opened, 20)
  expect(await recapAt(opened, session.id, 20)).toHaveLength(20)
})
