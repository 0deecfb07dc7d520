import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { program, temporaryFolder } from '../command-line.ts'

const root = join(import.meta.dirname, '../../../..')
const guide = readFileSync(join(root, 'docs/guides/traces.md'), 'utf8')
const [, tracing] = /^```js file=tracing\.mjs\n([\s\S]*?)^```$/m.exec(guide)!
const [, options, args] = /^NODE_OPTIONS="(.*)" narratoria (.*)$/m.exec(guide)!

/** A collector that keeps the names of the spans that it receives. */
async function startCollector() {
  const names: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      names.push(...Array.from(body.matchAll(/"name":"([^"]+)","kind"/g), ([, name = '']) => name))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { names, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('the command of the guide "Traces" sends the spans of its turn to a collector', async () => {
  const collector = await startCollector()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'tracing.mjs'), tracing!)
  symlinkSync(join(root, 'packages/runtime/node_modules'), join(folder, 'node_modules'), 'junction')
  const words = Array.from(args!.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!)
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_OPTIONS: options,
      NARRATORIA_HOME: join(folder, 'home'),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code, output).toBe(0)
  expect(collector.names).toContain('execute_tool storyteller/narrate')
  expect(collector.names).toContain('plan narratoria')
  expect(collector.names.filter((name) => name === 'invoke_agent narratoria')).toHaveLength(1)
})
