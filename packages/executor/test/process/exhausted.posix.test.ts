import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ExecutionResult } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { createFolder, planOf, toolOf } from '../world.ts'

const script = fileURLToPath(new URL('../fixtures/exhausted-host.ts', import.meta.url))

async function runExhausted(...args: string[]): Promise<ExecutionResult[]> {
  const tool = toolOf('ok.sh', { retryPolicy: { maxRetries: 1, backoffMs: 100 } })
  const printed = execFileSync('bash', ['-c', 'ulimit -n 60; exec "$0" "$@"', process.execPath, script, ...args], {
    input: JSON.stringify(planOf([tool])),
    cwd: await createFolder(),
    encoding: 'utf8',
  })
  return JSON.parse(printed) as ExecutionResult[]
}

describe('a host without file descriptors', () => {
  it.each(['0', '2', '5'])(
    'FR-015: with %s left fails the attempt with a reason, and succeeds when there are more',
    async (left) => {
      const [first, second] = await runExhausted(left)
      expect(first?.success).toBe(true)
      expect(first?.toolResults[0]?.attempts).toMatchObject([
        {
          ok: false,
          errorCode: 'spawn_failed',
          error: expect.stringContaining('no file descriptor is left') as string,
        },
        { ok: true },
      ])
      expect(second?.success).toBe(true)
    },
  )
})
