import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** The waits between attempts to connect again, in milliseconds. */
const waitsMs = [20, 100, 300, 700, 1_500, 3_000]

/** Milliseconds between two checks that a connection still answers, and for an answer. */
const checkMs = 4_000

/**
 * Connects until it succeeds, and calls `onEnd` once when that connection ends or has not answered for some seconds.
 *
 * @throws the reason of `signal`
 */
export async function connect(config: pg.ClientConfig, signal: AbortSignal, onEnd: () => void): Promise<pg.Client> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted()
    const client = new pg.Client(config)
    let ended = false
    let check: NodeJS.Timeout | undefined
    const end = () => {
      if (ended) return
      ended = true
      clearInterval(check)
      onEnd()
    }
    client.on('error', () => void client.end().catch(() => {}))
    try {
      await client.connect()
      client.on('error', end)
      client.on('end', end)
      // A connection that was cut silently does not end by itself.
      check = setInterval(() => void checkAnswer(client, end), checkMs)
      check.unref()
      return client
    } catch {
      await client.end().catch(() => {})
      await delay(waitsMs[Math.min(attempt, waitsMs.length - 1)], undefined, { signal })
    }
  }
}

async function checkAnswer(client: pg.Client, end: () => void): Promise<void> {
  const late = setTimeout(() => {
    end()
    void client.end().catch(() => {})
  }, checkMs)
  late.unref()
  await client.query('SELECT 1').catch(() => {})
  clearTimeout(late)
}
