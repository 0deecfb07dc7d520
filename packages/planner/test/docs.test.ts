import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const packageFolder = new URL('..', import.meta.url).pathname
// A host's folder with the package installed.
const folder = mkdtempSync(join(tmpdir(), 'narratoria-docs-'))
mkdirSync(join(folder, 'node_modules', '@narratoria'), { recursive: true })
symlinkSync(packageFolder, join(folder, 'node_modules', '@narratoria', 'planner'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the planner of the guide, copied from its page, keeps the contract', () => {
  const guide = readFileSync(join(packageFolder, '../../docs/guides/write-a-planner.md'), 'utf8')
  const [planner = '', proof = ''] = Array.from(guide.matchAll(/```js\n(.*?)```/gs), ([, text]) => text ?? '')
  writeFileSync(join(folder, 'name-planner.mjs'), planner)
  writeFileSync(join(folder, 'prove.mjs'), proof)
  const report = execFileSync(process.execPath, ['--test', '--test-reporter=tap', 'prove.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(Number(/^# pass (\d+)$/m.exec(report)?.[1])).toBeGreaterThanOrEqual(16)
  expect(report).toContain('# fail 0')
})

it('the local model of the guide, copied from its page, loads, evaluates the catalogue and serves', () => {
  const guide = readFileSync(join(packageFolder, '../../docs/guides/local-models.md'), 'utf8')
  const blocks = Array.from(guide.matchAll(/```js\n(.*?)```/gs), ([, text]) => text ?? '')
  const [use, serve] = ['startModelProcess(', 'serveModel('].map((call) => blocks.find((text) => text.includes(call)))
  writeFileSync(
    join(folder, 'local-model.mjs'),
    `import { contractSkills, writeRandomModel } from '@narratoria/planner/testing'
const modelPath = 'random.gguf'
writeRandomModel(modelPath)
const skills = contractSkills()
${use}
${serve}
const answer = await fetch(endpoint.baseUrl + '/models', { headers: { authorization: 'Bearer ' + endpoint.token } })
console.log(answer.status, planner.name)
await endpoint.close()
await model.close()
`,
  )
  const told = execFileSync(process.execPath, ['local-model.mjs'], { cwd: folder, encoding: 'utf8' })
  expect(told).toMatch(/^200 \S+/)
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
