import { Worker } from 'node:worker_threads'
import type { ExecutionResult } from '@narratoria/protocol'
import { expect, it } from 'vitest'
import { createFolder, writeTool } from '../world.ts'

const done = `echo '{"version":"0","type":"done","ok":true}'`

it('FR-051: an executor in another thread does not end the tools of this one', async () => {
  const folder = await createFolder()
  const quick = await writeTool(folder, 'quick.sh', `#!/bin/sh\nsleep 0.4\n${done}\n`)
  const slow = await writeTool(folder, 'slow.sh', `#!/bin/sh\nsleep 1\n${done}\n`)
  const first = runInThread(folder, quick)
  // The quick tool ends while the slow one runs.
  await new Promise((resolve) => setTimeout(resolve, 150))
  const results = await Promise.all([first, runInThread(folder, slow)])
  expect(results).toMatchObject([
    { success: true, toolResults: [{ state: 'completed', attempts: [{ ok: true }] }] },
    { success: true, toolResults: [{ state: 'completed', attempts: [{ ok: true }] }] },
  ])
})

async function runInThread(cwd: string, toolPath: string): Promise<ExecutionResult> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.executor).then(async ({ Executor }) => {
      const executor = new Executor({ cwd: workerData.cwd })
      const tools = [{ toolId: 't', toolPath: workerData.toolPath, retryPolicy: { maxRetries: 0 } }]
      const result = await executor.execute({ requestId: crypto.randomUUID(), tools })
      await executor.close()
      parentPort.postMessage(result)
    })`
  const executor = new URL('../../dist/index.js', import.meta.url).href
  const worker = new Worker(code, { eval: true, workerData: { executor, cwd, toolPath } })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
