import { type FakeServerOptions, startFakeServer } from '@narratoria/models/testing'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { narratoria, temporaryFolder } from '../command-line.ts'

const prose = 'Dust hangs in the light.'
/** No usable plan: its tokens count, too. */
const plan = JSON.stringify({ steps: [{ do: 'no-such-script', with: {}, after: [] }], say: '' })

/** A home that is connected to a fake server for all roles. */
async function connected(
  options: Partial<FakeServerOptions> = {},
  connect: string[] = [],
  env: Record<string, string> = {},
) {
  const home = temporaryFolder()
  const answer = (body: object) => {
    const asked = JSON.stringify(body)
    if (asked.includes('"steps"')) return plan
    if (asked.includes('"facts"')) return '{"facts":[],"moods":[],"things":[],"people":[]}'
    if (asked.includes('"choices"')) return '{"choices":[]}'
    return asked.includes('"act"') ? '{"act":{"kind":"open","wide":true}}' : prose
  }
  const server = await startFakeServer({ family: 'openai', answer, ...options })
  onTestFinished(() => server.close())
  await narratoria(['models', 'connect', server.baseUrl, '--name', 'home', ...connect], { home, env })
  return { home, server }
}

it('/context and `context --json` show what was sent, and /model the tokens of the last turn by role', async () => {
  const { home, server } = await connected()
  const { stdout, stderr } = await narratoria(['play'], { home, input: 'look around\n/context\n/model\n/quit\n' })
  const { stdout: json } = await narratoria(['context', '--json'], { home })
  const { blocks } = JSON.parse(json) as { blocks: { name: string; tokens: number; text: string }[] }
  const narrating = server.requests.find((body) => JSON.stringify(body).includes('You are the narrator'))!
  const sent = (narrating.messages as { content: string }[]).map(({ content }) => content).join('\n\n')
  // Nothing else was sent, in this order.
  expect(blocks.map(({ text }) => text).join('\n\n')).toBe(sent)
  expect(stdout).toContain(prose)
  const said = stderr.replaceAll(/\s+/g, ' ')
  expect(said).toMatch(/\[style, about \d+ tokens\] You are the narrator/)
  expect(said).toMatch(
    /\[campaign, about \d+ tokens\] The story is "The Door Without a Handle"\. .+Never break these limits: - /,
  )
  expect(said).toMatch(/\[words, about \d+ tokens\] The player’s words: "look around" About \d+ tokens in all\./)
  expect(said).toMatch(/Last turn: planner [1-9]\d* tokens read and [1-9]\d* written in 2 answers\./)
  expect(said).toMatch(/Last turn: narrator [1-9]\d* tokens read and [1-9]\d* written in \d answers?\./)
})

it('a key that a server repeats is shown nowhere and stored nowhere', async () => {
  const env = { LIGHTHOUSE: 'lamp-1234-planted' }
  const { home } = await connected(
    { key: env.LIGHTHOUSE, answer: () => `The password is ${env.LIGHTHOUSE}.` },
    ['--api-key-env', 'LIGHTHOUSE'],
    env,
  )
  const { stdout, stderr } = await narratoria(['play'], { home, env, input: 'look around\n/context\n/quit\n' })
  expect(stdout).toContain('The password is')
  expect(stdout + stderr).not.toContain('planted')
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(0)
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name), 'latin1')).not.toContain('planted')
})

it('a model that fails is reported once per cause, with what to do, and the turn is narrated without it', async () => {
  const { home, server } = await connected()
  server.use('server_error')
  const { stdout, stderr } = await narratoria(['play'], { home, input: 'look around\nwait\n/quit\n' })
  expect(stdout).not.toContain(prose)
  const said = stderr.replaceAll(/\s+/g, ' ')
  expect(
    said.match(
      /The model did not narrate: .*?500.*?What happened is shown without it; "narratoria models test" checks a connection\./g,
    ),
  ).toHaveLength(1)
  expect(said.match(/"stub" plans the rest of this turn/g)).toHaveLength(1)
})

it('settings of a role are sent with its requests alone', async () => {
  const { home, server } = await connected()
  const settings = ['--temperature', '0.9', '--top-p', '0.8', '--max-tokens', '99', '--stop', 'END']
  const use = [
    'models',
    'use',
    'home',
    '--for',
    'narrator',
    ...settings,
    '--system-prompt',
    'Write like a sea captain.',
  ]
  expect((await narratoria(use, { home })).stderr).toBe('')
  const before = server.requests.length
  await narratoria(['play'], { home, input: 'look around\n/quit\n' })
  const asked = server.requests.slice(before)
  const narrating = asked.find((body) => JSON.stringify(body).includes('You are the narrator'))!
  expect(narrating).toMatchObject({ temperature: 0.9, top_p: 0.8, max_tokens: 99, stop: ['END'] })
  expect(JSON.stringify(narrating)).toContain('Write like a sea captain.')
  const planning = asked.find((body) => JSON.stringify(body).includes('"steps"'))!
  expect(planning).not.toHaveProperty('top_p')
  expect(JSON.stringify(planning)).not.toContain('sea captain')

  const refused = await narratoria(['models', 'use', 'home', '--temperature', '9'], { home })
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('/temperature') as string })
})

it('a model performs acts for words that the parser does not understand, and clear words are performed whatever it plans', async () => {
  const light = { do: 'act', with: { act: 'light', thing: 'torch' }, after: [] }
  const answer = (body: object) => {
    const asked = JSON.stringify(body)
    if (!/\\?"steps\\?"/.test(asked)) return prose
    return JSON.stringify({ steps: asked.includes('more brightness') ? [light] : [], say: '' })
  }
  const { home, server } = await connected({ answer })
  const input = 'a little more brightness would not hurt\n/state world.is.torch\ngo up\n/state world.at\n/quit\n'
  const { stdout, stderr } = await narratoria(['play', '--new'], { home, input })
  expect(`${stdout}${stderr}`).toMatch(/"lit": true[\s\S]*"player": "stair"/)
  const planning = server.requests.find((body) => JSON.stringify(body).includes('more brightness'))!
  expect(JSON.stringify(planning)).toContain('river hall')
})
