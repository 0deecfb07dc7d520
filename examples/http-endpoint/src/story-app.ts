import type { Narratoria } from '@narratoria/runtime'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'

/** `POST /stories/:name/turns` with `{"prompt": "…"}` plays a turn and responds with its events as server-sent events. */
export function storyApp(narratoria: Narratoria): Hono {
  const app = new Hono()

  app.post('/stories/:name/turns', async (context) => {
    const body: unknown = await context.req.json().catch(() => undefined)
    const prompt = typeof body === 'object' && body !== null && 'prompt' in body ? body.prompt : undefined
    if (typeof prompt !== 'string') return context.json({ error: 'Send {"prompt": "what you do"}.' }, 400)

    const session = await narratoria.openSession(context.req.param('name'))
    // A client that disconnects cancels its turn.
    const turn = session.play(prompt, { signal: context.req.raw.signal })
    return streamSSE(context, async (stream) => {
      try {
        for await (const event of turn) await stream.writeSSE({ event: event.type, data: JSON.stringify(event) })
      } finally {
        await session.close()
      }
    })
  })

  app.get('/stories', async (context) => {
    const stories = await narratoria.listSessions()
    return context.json(stories.map(({ name, title, updatedAt }) => ({ name, title, updatedAt })))
  })

  return app
}
