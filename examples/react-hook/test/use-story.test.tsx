// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useStory } from '../src/use-story.ts'

/** Renders a page with the hook. Its server returns these lines, or this status. */
async function openPage(answer: object[] | number) {
  const lines = typeof answer === 'number' ? [] : answer.map((event) => `${JSON.stringify(event)}\n`)
  const status = typeof answer === 'number' ? answer : 200
  vi.stubGlobal('fetch', async () => {
    // The lines arrive in pieces that end anywhere.
    const pieces = lines.join('').match(/.{1,7}/gs) ?? []
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      },
    })
    return { ok: status === 200, status, body }
  })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  let story: ReturnType<typeof useStory> | undefined
  function Page() {
    story = useStory('/api/turns')
    return <main>{story.text}</main>
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Page />))
  onTestFinished(() => act(async () => root.unmount()))
  await act(async () => story!.play('Sing a song'))
  return story!
}

it('shows the narration and the choices of a turn', async () => {
  const story = await openPage([
    { type: 'narration', text: 'Withdrawn.', append: false },
    { type: 'replan', attempt: 2 },
    { type: 'narration', text: 'Once upon', append: false },
    { type: 'narration', text: ' a time.', append: true },
    { type: 'narration', text: 'The end.', append: false },
    { type: 'choices', choices: [{ text: 'Again' }] },
  ])
  expect(story).toMatchObject({ choices: [{ text: 'Again' }], isPlaying: false, problem: undefined })
  expect(document.body.textContent).toBe('Once upon a time.\n\nThe end.')
})

it('shows why a turn was not played', async () => {
  expect(await openPage(503)).toMatchObject({ problem: 'The server answered with 503.', isPlaying: false })
})
