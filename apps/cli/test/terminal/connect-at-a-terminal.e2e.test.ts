import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeServer } from '@narratoria/models/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keys, PseudoTerminal, pty } from './pseudo-terminal.ts'

/** Starts `models connect` at a terminal, on a machine with an Ollama that has these models. */
async function connectAtTerminal(...models: string[]) {
  const server = await startFakeServer({ family: 'ollama', models })
  onTestFinished(() => server.close())
  const env = { OLLAMA_HOST: new URL(server.baseUrl).host }
  return { server, env, terminal: new PseudoTerminal(['models', 'connect'], { env }) }
}

function stored({ home }: PseudoTerminal): unknown {
  const path = join(home, 'home', 'models.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : undefined
}

describe.skipIf(!pty)('models connect at a terminal (skipped without pseudo-terminals)', { timeout: 900_000 }, () => {
  it('lists the models of this machine, asks, connects, and the next story uses the model', async () => {
    const { server, env, terminal } = await connectAtTerminal('llama3.2', 'qwen3')
    const shown = await terminal.until(/Which model \(1–\d+\)\?/)
    const [, number = ''] = /^ *(\d+) +qwen3 \(Ollama\)$/m.exec(shown) ?? []
    terminal.type(`${number}${keys.enter}`)
    expect(await terminal.exited).toBe(0)
    expect(terminal.text).toMatch(/ollama: qwen3 at http.*\n +structured output: the server enforces schemas/)
    expect(terminal.text).toContain('used as planner, narrator, writer')
    expect(stored(terminal)).toMatchObject({
      connections: [
        { name: 'ollama', provider: 'ollama', model: 'qwen3', baseUrl: server.baseUrl, structured: 'schema' },
      ],
      roles: { planner: 'ollama', narrator: 'ollama', writer: 'ollama' },
    })
    const story = new PseudoTerminal(['play', '--new'], { home: terminal.home, env, columns: 200 })
    await story.ready()
    expect(story.text).toContain(`planned and narrated by qwen3 (ollama, ${new URL(server.baseUrl).host})`)
  })

  it.each(['x', '0', '999', ''])('with the answer "%s" changes nothing', async (answer) => {
    const { terminal } = await connectAtTerminal('llama3.2')
    await terminal.until(/Which model/)
    terminal.type(`${answer}${keys.enter}`)
    expect(await terminal.exited).toBe(2)
    expect(terminal.text).toContain('no model was chosen; nothing changed')
    expect(stored(terminal)).toBeUndefined()
  })

  it('is left by Ctrl-C at the question', async () => {
    const { terminal } = await connectAtTerminal('llama3.2')
    await terminal.until(/Which model/)
    terminal.type(keys.ctrlC)
    expect(await terminal.exited).not.toBe(0)
    expect(stored(terminal)).toBeUndefined()
  })
})
