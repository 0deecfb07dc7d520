import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { tinyShape, writeRandomModel } from '../src/testing/index.ts'
import { startFileServer } from './model-store/file-server.ts'

const packageFolder = dirname(import.meta.dirname)
const root = join(packageFolder, '../..')
// A host's folder with the packages installed.
const folder = mkdtempSync(join(tmpdir(), 'narratoria-docs-'))
mkdirSync(join(folder, 'node_modules', '@narratoria'), { recursive: true })
for (const name of ['planner', 'skills', 'executor'])
  symlinkSync(join(root, 'packages', name), join(folder, 'node_modules', '@narratoria', name), 'junction')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The program of a guide that has this text in it. */
function blockOf(guide: string, text: string): string {
  const page = readFileSync(join(root, 'docs/guides', guide), 'utf8')
  const blocks = Array.from(page.matchAll(/```js\n(.*?)```/gs), ([, code]) => code ?? '')
  const found = blocks.filter((code) => code.includes(text))
  expect(found, `programs of ${guide} with ${text}`).toHaveLength(1)
  return found[0]!
}

/** Runs a program in the host's folder; returns what it prints. */
async function run(name: string, program: string, args: string[] = []): Promise<string> {
  writeFileSync(join(folder, name), program)
  return (await promisify(execFile)(process.execPath, [...args, name], { cwd: folder })).stdout
}

writeFileSync(join(folder, 'name-planner.mjs'), blockOf('write-a-planner.md', 'export class NamePlanner'))

it('the planner of the guide, copied from its page, keeps the contract', async () => {
  const proof = blockOf('write-a-planner.md', 'plannerContract(')
  const report = await run('prove.mjs', proof, ['--test', '--test-reporter=tap'])
  expect(Number(/^# pass (\d+)$/m.exec(report)?.[1])).toBeGreaterThanOrEqual(16)
  expect(report).toContain('# fail 0')
})

it('the planner of the guide is measured as its page shows', async () => {
  const output = await run(
    'measure.mjs',
    `import { discoverSkills } from '@narratoria/skills'
import { NamePlanner } from './name-planner.mjs'
const planner = new NamePlanner()
const { skills } = await discoverSkills({ roots: [${JSON.stringify(join(root, 'skills'))}] })
${blockOf('write-a-planner.md', 'evaluatePlanner(')}
console.log(report.all.total)
`,
  )
  // Three shares, then what it got wrong, then all prompts that the page speaks of.
  expect(output).toMatch(/^0\.\d+ 0\.\d+ \{\n {2}\w+: .*\} \[\n {2}\{/s)
  const [, prompts] = /(\d+) prompts with/.exec(readFileSync(join(root, 'docs/guides/write-a-planner.md'), 'utf8'))!
  expect(output.trimEnd().split('\n').at(-1)).toBe(prompts)
})

it('the planner of the guide plays a turn as its page shows', async () => {
  const bell = join(folder, 'skills', 'bell')
  mkdirSync(bell, { recursive: true })
  const scripts = [{ name: 'ring', path: 'ring.mjs', description: 'Rings the bell.' }]
  const manifest = { name: 'bell', version: '1.0.0', description: 'A bell.', scripts }
  writeFileSync(join(bell, 'skill.json'), JSON.stringify(manifest))
  const events = [
    { version: '0', type: 'ui_event', event: 'narration', payload: { text: 'The bell rings.' } },
    { version: '0', type: 'done', ok: true },
  ]
  const lines = events.map((event) => `console.log(${JSON.stringify(JSON.stringify(event))})\n`)
  writeFileSync(join(bell, 'ring.mjs'), `#!/usr/bin/env node\n${lines.join('')}`, { mode: 0o755 })
  const output = await run(
    'play.mjs',
    `import { Executor } from '@narratoria/executor'
import { Narrator } from '@narratoria/planner'
import { discoverSkills } from '@narratoria/skills'
import { NamePlanner } from './name-planner.mjs'
const { skills } = await discoverSkills({ roots: ['skills'] })
const executor = new Executor({ roots: ['skills'] })
const [prompt, state, recentTurns] = ['I ring the bell', {}, []]
const { signal } = new AbortController()
const seen = []
const onEvent = ({ type }) => void seen.push(type)
${blockOf('write-a-planner.md', 'new Narrator(')}
await executor.close()
console.log(JSON.stringify({ ...outcome, seen }))
`,
  )
  const outcome = JSON.parse(output) as { narrative: string; fallback: boolean; seen: string[] }
  expect(outcome).toMatchObject({ narrative: expect.stringContaining('The bell rings.'), fallback: false })
  expect(outcome.seen).toEqual(expect.arrayContaining(['plan', 'narration']))
})

it('the model store of the guide, copied from its page, pulls a model by its name', async () => {
  const file = join(folder, 'served.gguf')
  writeRandomModel(file, { ...tinyShape, layers: 1 })
  const bytes = readFileSync(file)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const hub = await startFileServer()
  hub.serve(bytes)
  // The page's program, but for the hub that it asks and the file that is known by the name: those are of this test.
  const pull = blockOf('local-models.md', 'store.pull(').replace(
    "'/var/lib/my-game/models'",
    `'models', { hubUrl: ${JSON.stringify(hub.url)} }`,
  )
  const output = await run(
    'pull.mjs',
    `import { recommendedModels } from '@narratoria/planner/models'
for (const known of recommendedModels) Object.assign(known, { sizeBytes: ${bytes.length}, sha256: '${sha256}' })
let last
const show = (...progress) => void (last = progress)
${pull}
console.log(JSON.stringify({ ...model, last }))
`,
  )
  expect(JSON.parse(output)).toMatchObject({
    name: 'qwen2.5-0.5b',
    sizeBytes: bytes.length,
    sha256,
    last: [bytes.length, bytes.length],
  })
  expect(hub.asked.map(({ path }) => path)).toEqual([expect.stringMatching(/^\/Qwen\/.*\.gguf$/)])
})

it('the local model of the guide, copied from its page, loads, evaluates the catalogue and serves', async () => {
  const output = await run(
    'local-model.mjs',
    `import { contractSkills, writeRandomModel } from '@narratoria/planner/testing'
const modelPath = 'random.gguf'
writeRandomModel(modelPath)
const skills = contractSkills()
${blockOf('local-models.md', 'startModelProcess(')}
${blockOf('local-models.md', 'serveModel(model')}
const answer = await fetch(endpoint.baseUrl + '/models', { headers: { authorization: 'Bearer ' + endpoint.token } })
console.log(answer.status, planner.name)
await endpoint.close()
await model.close()
`,
  )
  expect(output).toMatch(/^200 \S+/)
})

it('a host with a planner of its own loads no model runtime', () => {
  const dist = join(packageFolder, 'dist')
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, imported = ''] of readFileSync(join(dist, file), 'utf8').matchAll(
      /(?:from|import)\s*\(?['"]\.\/([^'"]+)['"]/g,
    ))
      visit(imported)
  }
  for (const entry of ['index.js', 'testing.js', 'eval.js', 'models.js']) visit(entry)
  expect(seen.size).toBeGreaterThan(4)
  expect(readdirSync(dist)).toContain('llama.js')
  for (const file of seen) expect(readFileSync(join(dist, file), 'utf8')).not.toMatch(/['"]node-llama-cpp['"]/)
})
