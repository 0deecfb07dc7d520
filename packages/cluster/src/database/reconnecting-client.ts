import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** The waits between attempts to connect again, in milliseconds. */
const waitsMs = [20, 100, 300, 700, 1_500, 3_000]

/**
 * Connects until it succeeds, and calls `onEnd` once when that connection ends.
 *
 * @throws the reason of `signal`
 */
export async function connect(config: pg.ClientConfig, signal: AbortSignal, onEnd: () => void): Promise<pg.Client> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted()
    const client = new pg.Client(config)
    let ended = false
    const end = () => {
      if (ended) return
      ended = true
      onEnd()
    }
    client.on('error', () => void client.end().catch(() => {}))
    try {
      await client.connect()
      client.on('error', end)
      client.on('end', end)
      return client
    } catch {
      await client.end().catch(() => {})
      await delay(waitsMs[Math.min(attempt, waitsMs.length - 1)], undefined, { signal })
    }
  }
}
