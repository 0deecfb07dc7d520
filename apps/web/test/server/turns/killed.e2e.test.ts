import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { apiClient, openStream } from '../../support/api-client.ts'
import { startHost } from '../../support/start-host.ts'
import { createFolder } from '../../support/world.ts'

test('killing the server during a retry leaves the session unchanged', async () => {
  const folder = await createFolder()
  let host = await startHost(folder, 0)
  try {
    let api = apiClient(host.url)
    const id = await api.createSession('Retold')
    for (const prompt of ['work slowly', 'two', 'three']) await api.play(id, prompt)
    const before = await api.turns(id)
    const stream = await openStream(host.url, id)
    await stream.next()
    expect((await api.post(`/sessions/${id}/turns/${before[0]!.turnId}/retry`)).status).toBe(202)
    await stream.until((message) => message.type === 'turn' && message.event.type === 'narration')
    host.child.kill('SIGKILL')
    await once(host.child, 'exit')
    stream.close()
    host = await startHost(folder, host.port)
    api = apiClient(host.url)
    expect(await api.turns(id)).toEqual(before)
    expect((await api.session(id)).body).toMatchObject({ head: before[2]!.turnId, canRedo: false })
    const again = await openStream(host.url, id)
    expect(await again.next()).toMatchObject({ session: { lostTurn: { prompt: 'work slowly' } }, live: null })
    again.close()
  } finally {
    host.child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
})
