import { serve } from '@hono/node-server'
import { createNarratoria } from '@narratoria/runtime'
import { storyApp } from './story-app.ts'

const [skills = '../../skills', home = './.narratoria', port = '8787'] = process.argv.slice(2)
const narratoria = await createNarratoria({ skillRoots: [skills], home })
const server = serve({ fetch: storyApp(narratoria).fetch, hostname: '127.0.0.1', port: Number(port) }, (address) => {
  process.stdout.write(`http://127.0.0.1:${address.port}/stories\n`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close()
    void narratoria.close()
  })
}
