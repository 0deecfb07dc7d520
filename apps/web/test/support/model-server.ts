import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelSetup } from '@narratoria/web'
import { memorySetup } from './memory-setup.ts'

/** A model server on the loopback interface, and a setup of models that sends requests to it. */
export async function openModelServer(model: string) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    request.resume()
    requests.push(`${request.method} ${request.url}`)
    const body =
      request.method === 'GET'
        ? { data: [{ id: model }] }
        : { choices: [{ message: { role: 'assistant', content: 'Yes.' } }] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { setup, connected } = memorySetup()
  async function complete(signal: AbortSignal): Promise<void> {
    const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Are you there?' }] })
    const response = await fetch(`${address}/v1/chat/completions`, { method: 'POST', body, signal })
    await response.json()
  }
  const models: ModelSetup = {
    ...setup,
    async discover(signal) {
      const response = await fetch(`${address}/v1/models`, { signal })
      const { data } = (await response.json()) as { data: { id: string }[] }
      return [{ service: 'ollama', title: 'Ollama', address, models: data.map(({ id }) => id) }]
    },
    async connect(wanted, signal) {
      await complete(signal)
      await setup.connect(wanted, signal)
    },
    test: (_name, signal) => complete(signal),
  }
  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { models, connected, requests, address, close }
}
