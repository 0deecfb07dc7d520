import { expect, test } from 'vitest'
import { startTurnView } from '../../../src/api/apply-turn-event.ts'
import { applyMessage, type SessionModel } from '../../../src/page/story/session-connection.ts'
import { apiClient, openStream } from '../../support/api-client.ts'
import { openChoicesHost } from '../../support/open-choices-host.ts'

test('choices that a model adds to a stored turn are sent, and are there after a reload', async () => {
  const address = await openChoicesHost()
  const url = address.replace(/\/(?:\?.*)?$/, '')
  const api = apiClient(url)
  const id = await api.createSession()
  const stream = await openStream(url, id)
  await api.post(`/sessions/${id}/turns`, { prompt: 'look' })
  const messages = await stream.until((message) => message.type === 'choices')
  stream.close()
  const choices = [{ text: 'Light the lamp' }]
  const { turnId, ...sent } = messages.at(-1) as unknown as { turnId: string }
  expect(sent).toMatchObject({ type: 'choices', choices })
  const { body } = await api.get<{ turns: object[] }>(`/sessions/${id}/turns`)
  expect(body.turns.at(-1)).toMatchObject({ turnId, choices })

  // The page shows them with the turn that it played, and with no other.
  const last = startTurnView({ turnId, seq: 1, prompt: 'look' })
  const model = { last } as SessionModel
  expect(applyMessage(model, { type: 'choices', turnId, choices }).last?.choices).toEqual(choices)
  expect(applyMessage(model, { type: 'choices', turnId: 'other', choices })).toBe(model)
})
