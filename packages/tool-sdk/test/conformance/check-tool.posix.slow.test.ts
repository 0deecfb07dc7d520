import { expect, it } from 'vitest'
import { check, done } from './check.ts'

it('finds a tool that ignores SIGTERM', async () => {
  const { ok, codes } = await check(`trap '' TERM; cat > /dev/null; ${done}`)
  expect({ ok, codes }).toEqual({ ok: false, codes: ['ignores_termination'] })
})
