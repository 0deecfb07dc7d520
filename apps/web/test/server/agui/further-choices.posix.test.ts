import { expect, test } from 'vitest'
import { HttpAgent } from '@ag-ui/client'
import { openChoicesHost } from '../../support/open-choices-host.ts'

test('a run that asks for it brings the choices that a model adds to its turn, before it ends', async () => {
  const address = await openChoicesHost()
  const agent = new HttpAgent({ url: new URL('/agui', address).href, threadId: 'castle' })
  agent.addMessage({ id: 'm1', role: 'user', content: 'look' })
  const seen: unknown[] = []
  const subscriber = {
    onCustomEvent: ({ event }: { event: { name: string; value: unknown } }) => {
      if (event.name === 'narratoria.choices') seen.push(event.value)
    },
  }
  const added = [{ text: 'Light the lamp' }]
  const wish = { forwardedProps: { narratoria: { furtherChoices: true } } }
  const { result } = await agent.runAgent(wish, subscriber)
  expect(seen.at(-1)).toEqual(added)
  expect(result).toMatchObject({ choices: added })

  // Without the wish, the run ends with the turn, and the next one has them.
  seen.length = 0
  agent.addMessage({ id: 'm2', role: 'user', content: 'look' })
  const plain = await agent.runAgent({}, subscriber)
  expect(plain.result).toMatchObject({ choices: [] })
  await expect.poll(async () => (await agent.runAgent({}, subscriber)).result).toMatchObject({ choices: added })
})
