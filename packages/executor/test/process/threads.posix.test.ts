import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ExecutionResult } from '@narratoria/protocol'
import { expect, it } from 'vitest'
import { createFolder, writeTool } from '../world.ts'

const done = `echo '{"version":"0","type":"done","ok":true}'`

it('FR-051: an executor in another thread does not end the tools of this one', async () => {
  const folder = await createFolder()
  // The second tool runs until the first one's executor has closed.
  const waitsFor = (file: string) => `until [ -e ${file} ]; do sleep 0.02; done`
  const first = await writeTool(folder, 'first.sh', `#!/bin/sh\n${waitsFor('second-runs')}\n${done}\n`)
  const second = await writeTool(
    folder,
    'second.sh',
    `#!/bin/sh\ntouch second-runs\n${waitsFor('first-ended')}\n${done}\n`,
  )
  const running = runInThread(folder, second)
  const ended = await runInThread(folder, first)
  await writeFile(join(folder, 'first-ended'), '')
  const results = [ended, await running]
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
