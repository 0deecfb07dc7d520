import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { presets } from '@narratoria/models/connections'
import { type FakeServer, type FakeServerOptions, startFakeServer } from '@narratoria/models/testing'
import { tinyShape, writeRandomModel } from '@narratoria/planner/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/use-your-model.md'), 'utf8')

/** The commands of each section of the guide. */
const sections = guide
  .split(/^#+ /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n', 1)[0] ?? '',
    commands: Array.from(section.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, code = '']) =>
      code.trim().split('\n'),
    ).flat(),
  }))
  .filter(({ commands }) => commands.length > 0)

/** How the servers of the guide behave, by preset. Servers at other addresses are as `custom`. */
const servers: Record<string, FakeServerOptions> = {
  ollama: { family: 'ollama', models: ['llama3.2:latest', 'qwen3'] },
  llamacpp: { family: 'openai', models: ['model.gguf'] },
  lmstudio: { family: 'openai', behaviour: 'reasoning', models: ['qwen3-4b', 'other'] },
  koboldcpp: { family: 'openai', behaviour: 'ignore_schema', models: ['koboldcpp/model'] },
  vllm: { family: 'openai', models: ['Qwen/Qwen3-4B'] },
  openrouter: { family: 'openai', key: 'sk-or-your-key', models: ['mistralai/mistral-small', 'other'] },
  openai: {
    family: 'openai',
    key: 'sk-your-key',
    models: ['gpt-5-mini', 'other'],
    refusedFields: ['max_tokens', 'temperature'],
  },
  anthropic: { family: 'anthropic', key: 'sk-ant-your-key', models: ['claude-sonnet-4-5', 'other'] },
  custom: { family: 'openai', models: ['my-model', 'large'] },
}

/** Starts the fakes, and answers each request to a server of the guide by its fake. */
async function startServers(): Promise<void> {
  const fakes = new Map<string, FakeServer>()
  for (const [name, options] of Object.entries(servers)) {
    const fake = await startFakeServer(options)
    onTestFinished(() => fake.close())
    fakes.set(presets[name as keyof typeof presets].baseUrl ?? name, fake)
  }
  const fetched = globalThis.fetch
  const own = new Set([...fakes.values()].map(({ baseUrl }) => new URL(baseUrl).origin))
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const { origin, pathname, search } = new URL(input)
    if (own.has(origin)) return fetched(input, init)
    const usual = [...fakes.keys()].find((address) => URL.canParse(address) && new URL(address).origin === origin)
    const fake = fakes.get(usual ?? 'custom')!
    const base = usual === undefined ? '/v1' : new URL(usual).pathname.replace(/\/$/, '')
    const path = pathname.startsWith(base) ? pathname.slice(base.length) : undefined
    const target = path === undefined ? `${new URL(fake.baseUrl).origin}${pathname}` : `${fake.baseUrl}${path}`
    return fetched(`${target}${search}`, init)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
}

/** The words of a command, of which some are in quotation marks. */
const wordsOf = (command: string) =>
  Array.from(command.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, word]) => quoted ?? word!)

it('has a section for every server', () => {
  const titles = guide.match(/^## .+$/gm)?.join('\n') ?? ''
  for (const { title } of Object.values(presets).filter(({ name }) => name !== 'custom'))
    expect(titles).toContain(title)
  expect(titles).toMatch(/Any other server[\s\S]*A GGUF file/)
})

describe.each(sections)('the section “$title”', ({ commands }) => {
  it('has commands that work', async () => {
    await startServers()
    const home = temporaryFolder()
    writeRandomModel(join(home, 'my-model.gguf'), tinyShape)
    const env: Record<string, string> = { OLLAMA_HOST: '' }
    for (const command of commands) {
      const [, name, value] = /^export (\w+)=(.+)$/.exec(command) ?? []
      if (name !== undefined && value !== undefined) {
        env[name] = value
        continue
      }
      const [program, ...args] = wordsOf(command).map((word) => (word.startsWith('./') ? join(home, word) : word))
      expect(program).toBe('narratoria')
      const { code, stdout, stderr } = await narratoria(args, { home, env })
      expect(code, `${command}\n${stderr}`).toBe(0)
      if (args[1] === 'connect') expect(stdout).toContain(`: ${expectedModel(args)} at `)
    }
  })
})

/** The model that a `connect` names, as its server calls it; otherwise the only one. */
function expectedModel(args: string[]): string {
  const options = { model: { type: 'string' }, name: { type: 'string' }, for: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, strict: false, allowPositionals: true })
  const models = servers[positionals[2] ?? '']?.models ?? []
  return (
    models.find((model) => model === values.model || model === `${String(values.model)}:latest`) ??
    String(values.model ?? models[0])
  )
}
