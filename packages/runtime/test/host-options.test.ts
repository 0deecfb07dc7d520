import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProcessRunner, type ToolRunner } from '@narratoria/executor'
import { expect, it, onTestFinished } from 'vitest'
import { createNarratoria, type NarratoriaOptions } from '../src/index.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'

const script = `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
const { skill } = JSON.parse(readFileSync(0, 'utf8'))
const say = (event) => console.log(JSON.stringify({ version: '0', ...event }))
say({ type: 'log', level: 'info', message: 'Rang with ' + skill.config.apiKey })
say({ type: 'state_patch', patch: { config: skill.config, dataDir: skill.dataDir } })
say({ type: 'done', ok: true, summary: 'The bell rings.' })
`

/** Writes the skill `bell`, which needs the setting `apiKey`. */
function writeBell(folder: string): string {
  const bell = join(folder, 'skills/bell')
  mkdirSync(join(bell, 'scripts'), { recursive: true })
  writeFileSync(join(bell, 'scripts/ring.mjs'), script, { mode: 0o755 })
  const properties = { apiKey: { type: 'string', 'x-sensitive': true }, volume: { type: 'integer', default: 3 } }
  writeFileSync(join(bell, 'config-schema.json'), JSON.stringify({ type: 'object', properties, required: ['apiKey'] }))
  const scripts = [{ name: 'ring', path: 'scripts/ring.mjs', description: 'Rings.', triggers: ['bell'] }]
  const manifest = { name: 'bell', version: '1.0.0', description: 'A bell.', scripts }
  writeFileSync(join(bell, 'skill.json'), JSON.stringify(manifest))
  return join(folder, 'skills')
}

async function openHost(options: Partial<NarratoriaOptions> = {}) {
  const folder = await temporaryFolder()
  const skillRoots = [writeBell(folder)]
  const host = await createNarratoria({ skillRoots, home: join(folder, 'home'), ...options })
  onTestFinished(() => host.close())
  return { host, folder, session: await host.openSession() }
}

it.each<[string, unknown, string]>([
  ['null', null, 'must be an object, not null'],
  ['an unknown option', { skillsRoots: [] }, 'no option "skillsRoots"; the options are skillRoots, home,'],
  [
    'a path for a list',
    { skillRoots: './skills' },
    'The option "skillRoots" of createNarratoria must be a list of paths; it is "./skills".',
  ],
  [
    'a path for a store',
    { store: 'stories.db' },
    '"store" of createNarratoria must be a session store, with the method createSession',
  ],
  [
    'an object that is not a planner',
    { planner: {} },
    '"planner" of createNarratoria must be a planner, with the method plan',
  ],
  ['a number for a folder', { home: 7 }, '"home" of createNarratoria must be the path of a folder; it is 7.'],
  ['a tool that is none', { tools: ['open'] }, '"tools" of createNarratoria must be a list of tools; it is a list.'],
  [
    'an unknown limit of the executor',
    { executor: { maxConcurency: 2 } },
    'The option "executor" of createNarratoria has no field "maxConcurency"; its fields are runner, sandboxRunner,',
  ],
  [
    'an unknown limit of the narrator',
    { narrator: { turnTimeout: 2 } },
    '"narrator" of createNarratoria has no field "turnTimeout"; its fields are maxGenerations,',
  ],
  [
    'a path for the endpoint of models',
    { modelEndpoint: 'http://localhost' },
    '"modelEndpoint" of createNarratoria must be an endpoint, with the text baseUrl and token; it is "http://localhost"',
  ],
  ['a logger without methods', { logger: {} }, '"logger" of createNarratoria must be a logger such as console'],
])('refuses %s with an error that names the option', async (_, options, message) => {
  const error: unknown = await createNarratoria(options as NarratoriaOptions).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TypeError)
  expect((error as Error).message).toContain(message)
})

it('refuses a skill root that does not exist, except the folder in the home', async () => {
  const home = await temporaryFolder()
  const missing = join(home, 'nope')
  await expect(createNarratoria({ skillRoots: [missing], home })).rejects.toMatchObject({
    code: 'unknown_skill_root',
    message: expect.stringContaining(missing),
  })
  const host = await createNarratoria({ skillRoots: [join(home, 'skills')], home })
  expect(host.skills.list()).toEqual([])
  await host.close()
})

it('does not run a script whose required setting has no value, and says so once in a session', async () => {
  const { host, session } = await openHost()
  const warningsOf = async () => {
    const warnings: string[] = []
    for await (const event of session.play('I ring the bell'))
      if (event.type === 'warning') warnings.push(`${event.code}: ${event.message}`)
    return warnings
  }
  expect(await warningsOf()).toEqual([
    'settings_missing: The skill bell is not used: its required setting apiKey has no value.',
  ])
  expect(await warningsOf()).toEqual([])
  expect(await session.state()).toEqual({})
  expect(host.skills.warnings.map(({ message }) => message)).toEqual([
    'config.json: "apiKey" is required; give it a value',
  ])
  await host.skills.setConfig('bell', { apiKey: 'sk-0123456789' })
  expect((await session.play('I ring the bell').result).state).toMatchObject({ config: { volume: 3 } })
})

it('takes settings of skills that precede the saved ones, and redacts their secrets', async () => {
  const { host, session, folder } = await openHost({ skillSettings: { bell: { apiKey: 'sk-of-the-host', volume: 5 } } })
  await host.skills.setConfig('bell', { apiKey: 'sk-that-is-saved' })
  const { state, execution } = await session.play('I ring the bell').result
  expect(state).toMatchObject({ config: { volume: 5 } })
  expect(JSON.stringify(execution)).not.toContain('sk-of-the-host')
  expect(JSON.stringify(execution)).toContain('Rang with ')
  expect(host.skills.savedConfig('bell')).toEqual({ apiKey: 'sk-that-is-saved' })
  expect(state.dataDir).toBe(join(folder, 'home/skill-data/bell/data'))
  expect(existsSync(join(folder, 'skills/bell/data'))).toBe(false)
})

it('shares no settings, secrets or data with a host that has another home, and changes no folder of a skill', async () => {
  const folder = await temporaryFolder()
  const skillRoots = [writeBell(folder)]
  const files = () => readdirSync(skillRoots[0]!, { recursive: true, encoding: 'utf8' }).sort()
  const before = files()
  const open = async (home: string) => {
    const host = await createNarratoria({ skillRoots, home: join(folder, home) })
    onTestFinished(() => host.close())
    return host
  }
  const [ada, bob] = [await open('ada'), await open('bob')]
  await ada.skills.setConfig('bell', { apiKey: 'sk-of-ada-0123' })
  const rings = async (host: typeof ada) => (await (await host.openSession()).play('I ring the bell').result).state
  expect(await rings(ada)).toMatchObject({ dataDir: join(folder, 'ada/skill-data/bell/data') })
  expect(await rings(bob)).toEqual({})
  expect(bob.skills.savedConfig('bell')).toEqual({})
  expect(bob.skills.secrets()).toEqual([])
  expect(files()).toEqual(before)
})

it('takes a runner of tools', async () => {
  const starts: string[] = []
  const processes = new ProcessRunner()
  const runner: ToolRunner = {
    start(attempt) {
      starts.push(attempt.toolPath)
      return processes.start(attempt)
    },
  }
  const { session } = await openHost({ executor: { runner }, skillSettings: { bell: { apiKey: 'x' } } })
  expect((await session.play('I ring the bell').result).execution?.success).toBe(true)
  expect(starts).toEqual([expect.stringContaining('ring.mjs')])
})

it('logs the warnings and logs of tools and traces every event, with secrets redacted', async () => {
  const lines: string[] = []
  const log = (level: string) => (message: string) => void lines.push(`${level} ${message}`)
  const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }
  const traced: string[] = []
  const { session } = await openHost({
    logger,
    trace: (event, { sessionId }) => traced.push(`${sessionId} ${JSON.stringify(event)}`),
    skillSettings: { bell: { apiKey: 'sk-of-the-host' } },
  })
  const turn = session.play('I ring the bell')
  const seen: string[] = []
  for await (const event of turn) seen.push(`${session.id} ${JSON.stringify(event)}`)
  expect(traced).toEqual(seen)
  expect(lines).toEqual([
    `debug turn 1 of session ${session.id} started`,
    expect.stringMatching(/^info ring-1: Rang with (?!sk-of-the-host)/),
    `info turn 1 of session ${session.id} stored`,
  ])
})

it('leaves out the disabled skills of one turn', async () => {
  const { session } = await openHost({ skillSettings: { bell: { apiKey: 'x' } } })
  const without = await session.play('I ring the bell', { disabledSkills: ['bell'] }).result
  expect(without.plan?.tools).toEqual([])
  const retried = await session.retry().result
  expect(retried.plan?.tools.map(({ toolId }) => toolId)).toEqual(['ring-1'])
})

it.each([
  [undefined, 'state_change_too_large'],
  [2_000_000, undefined],
])('a host may set how much of the state the tools of a plan change: %s', async (maxStateChange, errorCode) => {
  const text = 'x'.repeat(1_500_000)
  const write = {
    name: 'write',
    async call(_: unknown, { write }: { write: (line: string) => void }) {
      write(
        `{"version":"0","type":"state_patch","patch":{"text":"${text}"}}\n{"version":"0","type":"done","ok":true}\n`,
      )
    },
  }
  const plan = () => ({
    requestId: crypto.randomUUID(),
    narrative: 'You write.',
    tools: [{ toolId: 'write', toolPath: 'tool:write', required: false }],
  })
  const host = await createNarratoria({
    skillRoots: [],
    home: await temporaryFolder(),
    tools: [write],
    planner: { name: 'writer', plan: async () => plan() },
    ...(maxStateChange !== undefined && { executor: { maxStateChange } }),
  })
  onTestFinished(() => host.close())
  const { execution } = await (await host.openSession('story')).play('write').result
  expect(execution?.toolResults.map((result) => result.errorCode)).toEqual([errorCode])
})
