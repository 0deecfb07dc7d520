// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { startTurnView } from '../../src/api/apply-turn-event.ts'
import type { AssetView, TurnView } from '../../src/api/turn-view.ts'
import { useSpeakers } from '../../src/page/player/speakers.ts'
import { useLoadedSpeakers } from '../../src/page/story/use-loaded-speakers.ts'
import type { OpenSession } from '../../src/page/story/use-session.ts'
import { fakeApi, openSession, render, until } from '../support/render.tsx'

const image: AssetView = {
  url: '/mara',
  assetId: 'a',
  toolId: 't',
  kind: 'portrait',
  mediaType: 'image/webp',
  fileName: 'mara.webp',
  sizeBytes: 1,
}
const portrait = { ...image, metadata: { person: 'mara' } }
const turn = (turnId: string, ...assets: AssetView[]): TurnView => ({
  ...startTurnView({ turnId, seq: 1, prompt: 'look' }),
  assets,
})

function Story({ session }: { session: OpenSession }) {
  useLoadedSpeakers(session)
  return useSpeakers()(['“Who sent you?” asks Mara.'], '')[0]?.speaker.portraitUrl ?? 'no speaker'
}

function story(head: string, last: TurnView | null): OpenSession {
  const { model } = openSession()
  return openSession({ session: { ...model.session!, head }, last })
}

test('people are read when a story opens, after a turn with a picture of one, and after an undo', async () => {
  let people: object[] = []
  const requests = fakeApi(() => ({ body: { world: { people } } }))
  const show = await render(<Story session={story('t1', null)} />)
  await until(() => expect(requests).toHaveLength(1))
  await show(<Story session={story('t2', turn('t2'))} />)
  await show(<Story session={story('t3', turn('t3', image))} />)
  expect(requests).toHaveLength(1)
  expect(document.body.textContent).toBe('no speaker')
  people = [{ name: 'Mara', portraitUrl: '/mara' }]
  await show(<Story session={story('t4', turn('t4', portrait))} />)
  await until(() => expect(document.body.textContent).toBe('/mara'))
  expect(requests).toHaveLength(2)
  people = []
  await show(<Story session={story('t3', turn('t4', portrait))} />)
  await until(() => expect(document.body.textContent).toBe('no speaker'))
})

test('people are read again after a turn if the last reading failed', async () => {
  const requests = fakeApi(() => 'unreachable')
  const show = await render(<Story session={story('t1', null)} />)
  await until(() => expect(requests).toHaveLength(1))
  await show(<Story session={story('t2', turn('t2'))} />)
  await until(() => expect(requests).toHaveLength(2))
})
