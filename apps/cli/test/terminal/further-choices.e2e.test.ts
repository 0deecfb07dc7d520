import { startFakeServer } from '@narratoria/models/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'
import { keys, PseudoTerminal, pty } from './pseudo-terminal.ts'

/** Answers as a model that suggests one act, once the narration is complete. */
function answer(body: object): string {
  const asked = JSON.stringify(body)
  if (asked.includes('"steps"')) return '{"steps":[],"say":""}'
  if (asked.includes('"facts"')) return '{"facts":[],"moods":[],"things":[],"people":[]}'
  if (asked.includes('"choices"')) return '{"choices":["Search the hall","Fly to the moon"]}'
  return asked.includes('"act"') ? '{"act":{"kind":"open","wide":true}}' : 'Dust hangs in the light.'
}

describe.skipIf(!pty)(
  'choices of a model at a terminal (skipped without pseudo-terminals)',
  { timeout: 240_000 },
  () => {
    it('are listed while the player reads, after those of the world, and play by their number', async () => {
      const home = temporaryFolder()
      const server = await startFakeServer({ family: 'openai', answer })
      onTestFinished(() => server.close())
      await narratoria(['models', 'connect', server.baseUrl, '--name', 'home'], { home })
      const terminal = new PseudoTerminal(['play', '--new'], { home, columns: 100 })
      await terminal.ready()
      terminal.type(`look around${keys.enter}`)
      const shown = await terminal.until(/\d+\. Search the hall/)
      expect(shown).toContain('Dust hangs in the light.')
      expect(shown).not.toContain('Fly to the moon')
      const [, number = ''] = /(\d+)\. Search the hall/.exec(shown) ?? []
      terminal.type(`${number}${keys.enter}`)
      await terminal.until(/search-\d|Search the hall[\s\S]*Dust hangs/)
      terminal.type(`/quit${keys.enter}`)
      expect(await terminal.exited).toBe(0)
      const { stdout } = await narratoria(['sessions', 'show', '--json'], { home })
      expect((JSON.parse(stdout) as { turns: { prompt: string }[] }).turns.at(-1)?.prompt).toBe('Search the hall')
    })
  },
)
