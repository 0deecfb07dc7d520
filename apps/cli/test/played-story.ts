import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { narratoria, temporaryFolder } from './command-line.ts'

/** What `sessions list --json` prints. */
export interface Listed {
  sessions: { sessionId: string; title: string; turns: number; updatedAt: string | null }[]
}

interface PlayedTurn {
  sessionId: string
  turnId: string
  narrative: string
  state: object
}

/** Plays a story of two turns once for the test file; returns a function that gives each test a copy in its own home. */
export function usePlayedStory() {
  let original = ''
  const turns: PlayedTurn[] = []

  async function play(home: string, prompt: string, ...options: string[]): Promise<PlayedTurn> {
    const run = await narratoria(['play', '--session', 'castle', '--json', '--prompt', prompt, ...options], { home })
    expect(run.code, run.stderr).toBe(0)
    return JSON.parse(run.stdout) as PlayedTurn
  }

  beforeAll(async () => {
    original = mkdtempSync(join(tmpdir(), 'narratoria-played-'))
    // Without a world, the example skills light and examine.
    turns.push(await play(original, 'I light the torch', '--campaign', 'none'))
    turns.push(await play(original, 'I examine the door'))
  })
  afterAll(() => rmSync(original, { recursive: true, force: true }))

  return () => {
    const home = temporaryFolder()
    cpSync(original, home, { recursive: true })
    const sessions = async (...args: string[]) => {
      const run = await narratoria(['sessions', ...args], { home })
      expect(run.code, run.stderr).toBe(0)
      return run.stdout
    }
    return { home, turns, sessions, play: (prompt: string) => play(home, prompt) }
  }
}
