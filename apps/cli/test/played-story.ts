import { expect } from 'vitest'
import { narratoria, temporaryFolder } from './command-line.ts'

/** What `sessions list --json` prints. */
export interface Listed {
  sessions: { sessionId: string; title: string; turns: number; updatedAt: string | null }[]
}

/** A story of two turns in a home of its own. */
export async function playedStory() {
  const home = temporaryFolder()
  const play = async (prompt: string) => {
    const run = await narratoria(['play', '--session', 'castle', '--json', '--prompt', prompt], { home })
    expect(run.code, run.stderr).toBe(0)
    return JSON.parse(run.stdout) as { sessionId: string; turnId: string; narrative: string; state: object }
  }
  const turns = [await play('I light the torch'), await play('I examine the door')]
  const sessions = async (...args: string[]) => {
    const run = await narratoria(['sessions', ...args], { home })
    expect(run.code, run.stderr).toBe(0)
    return run.stdout
  }
  return { home, play, turns, sessions }
}
