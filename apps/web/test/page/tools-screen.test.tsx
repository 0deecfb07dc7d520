// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { applyTurnEvent, startTurnView } from '../../src/api/apply-turn-event.ts'
import type { TurnWireEvent } from '../../src/api/session-message.ts'
import type { ToolView } from '../../src/api/turn-view.ts'
import { ToolsScreen } from '../../src/page/screens/tools-screen.tsx'
import { click, fakeApi, openSession, render } from '../support/render.tsx'

test('the tools of a turn show the tokens of each role, and why a model did not narrate', async () => {
  const reason = 'The model did not narrate: it sent no first token within 60 s.'
  const used = { type: 'model_used', model: 'm', promptTokens: 100, completionTokens: 7 } as const
  const events: TurnWireEvent[] = [
    { ...used, role: 'planner' },
    { ...used, role: 'narrator' },
    { ...used, role: 'narrator' },
    { type: 'warning', code: 'model_fallback', message: reason },
  ]
  const live = events.reduce(applyTurnEvent, startTurnView({ turnId: 't1', seq: 1, prompt: 'look' }))
  await render(<ToolsScreen session={openSession({ live })} turnId={null} />)
  expect(document.body.textContent).toContain('The story thinks about your words')
  expect(document.body.textContent).not.toContain('Tokens')
  await click(document.querySelector<HTMLElement>('.details-switch input')!)
  expect(document.body.textContent).toContain('Tokens: planner 100 read, 7 written · narrator 200 read, 14 written')
  expect(document.querySelector('[aria-label="Warnings"]')?.textContent).toBe(reason)
  // Other files may run in the same process, with the same preferences.
  await click(document.querySelector<HTMLElement>('.details-switch input')!)
})

test('what a tool reports and what the player said have the apostrophes of a book', async () => {
  const tool: ToolView = {
    toolId: 'ask-1',
    skill: 'world',
    script: 'act',
    input: {},
    dependencies: [],
    required: true,
    status: 'completed',
    waitsFor: [],
    attempt: 1,
    log: [],
    droppedLines: 0,
    errors: [],
    attempts: [],
    summary: "“The light's out.”",
  }
  const plan = { planId: 'p', attempt: 1, planner: 'stub', parallel: false, tools: [tool] }
  const last = { ...startTurnView({ turnId: 't1', seq: 1, prompt: "What's wrong?" }), plans: [plan] }
  await render(<ToolsScreen session={openSession({ last })} turnId={null} />)
  const shown = new Set([document.querySelector('h2')?.textContent])
  const views: string[] = []
  // Without and with the details.
  for (let view = 0; view < 2; view += 1) {
    const summary = document.querySelector('.step span span, .tool-summary')!
    views.push(summary.localName)
    shown.add(summary.textContent)
    await click(document.querySelector<HTMLElement>('.details-switch input')!)
  }
  expect(views.toSorted()).toEqual(['p', 'span'])
  expect([...shown]).toEqual(['What’s wrong?', '“The light’s out.”'])
})

test('a turn that ends is shown without being read again', async () => {
  const requests = fakeApi(() => ({ status: 404 }))
  const live = startTurnView({ turnId: 't2', seq: 2, prompt: 'look' })
  const show = await render(<ToolsScreen session={openSession({ live })} turnId={null} />)
  const heading = document.querySelector('h2')
  const { model } = openSession()
  const session = { ...model.session!, head: 't2' }
  await show(<ToolsScreen session={openSession({ session, last: { ...live, phase: 'finished' } })} turnId={null} />)
  expect(document.querySelector('h2')).toBe(heading)
  expect(requests.filter(({ path }) => path.includes('/turns/'))).toEqual([])
})
