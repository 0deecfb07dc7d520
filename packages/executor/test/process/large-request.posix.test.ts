import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { expect, it } from 'vitest'
import { createWorld, planOf, toolOf } from '../world.ts'

/** Ends with the digests of the state that it got, and of its request as it was written and as `JSON.stringify` writes it. */
const tool = `#!/usr/bin/env node
const { createHash } = require('node:crypto')
const text = require('node:fs').readFileSync(0, 'utf8')
const digest = (value) => createHash('sha256').update(value).digest('hex')
const request = JSON.parse(text)
const digests = [JSON.stringify(request.state), text, JSON.stringify(request) + '\\n'].map(digest)
console.log(JSON.stringify({ version: '0', type: 'done', ok: true, summary: digests.join() }))
`

it('001 §5.1: a large state reaches a tool as JSON.stringify writes it, while other work of the host runs', async () => {
  const { executor, folder } = await createWorld()
  await writeFile(join(folder, 'tools', 'digest.cjs'), tool, { mode: 0o755 })
  const rooms = Array.from({ length: 30_000 }, (_, index) => ({
    name: `room ${index}`,
    exits: [index, null, true, {}],
  }))
  const state = {
    'quoted "key"\n': '\uD800 ünï \u2028',
    deep: { empty: {}, none: [], rooms, byName: Object.fromEntries(rooms.map((room) => [room.name, room])) },
    text: 'x'.repeat(300_000),
    absent: undefined,
  } as unknown as JsonObject
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 0)
  const { toolResults } = await executor.execute(planOf([toolOf('digest.cjs')]), { state })
  clearInterval(timer)
  const [gotState, written, expected] = toolResults[0]!.summary!.split(',')
  expect(gotState).toBe(createHash('sha256').update(JSON.stringify(state)).digest('hex'))
  expect(written).toBe(expected)
  // The state takes more than 20 pieces.
  expect(ticks).toBeGreaterThan(5)
})
