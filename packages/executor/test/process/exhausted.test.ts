import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ExecutionResult } from '@narratoria/protocol'
import { expect, it } from 'vitest'
import { createFolder, planOf, toolOf } from '../world.ts'

const script = fileURLToPath(new URL('../fixtures/exhausted-host.ts', import.meta.url))

it.each([0, 2, 5])(
  'FR-015: a host with %i file descriptors left fails the attempt, says why, and succeeds once there are more',
  async (left) => {
    const tool = toolOf('ok.sh', { retryPolicy: { maxRetries: 1, backoffMs: 100 } })
    const printed = execFileSync(
      'bash',
      ['-c', 'ulimit -n 60; exec "$0" "$@"', process.execPath, script, String(left)],
      {
        input: JSON.stringify(planOf([tool])),
        cwd: await createFolder(),
        encoding: 'utf8',
      },
    )
    const result = JSON.parse(printed) as ExecutionResult
    expect(result.success).toBe(true)
    expect(result.toolResults[0]?.attempts).toMatchObject([
      { ok: false, errorCode: 'spawn_failed', error: expect.stringContaining('no file descriptor left') as string },
      { ok: true },
    ])
  },
)
