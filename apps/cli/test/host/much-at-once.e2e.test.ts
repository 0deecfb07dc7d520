import { writeRandomModel } from '@narratoria/planner/testing'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder, writeSkill } from '../command-line.ts'

const narration = {
  version: '0',
  type: 'ui_event',
  event: 'narration',
  payload: { text: 'The lamp of the hall burns.' },
}
const script = `process.stdin.resume()
for (const event of ${JSON.stringify([narration, { version: '0', type: 'done', ok: true }])}) console.log(JSON.stringify(event))
process.stdin.on('end', () => process.exit(0))
`

/** A folder of 300 skills, each with a script of its own name. */
function manySkills(home: string): string {
  const root = join(home, 'many')
  for (let index = 0; index < 300; index += 1) {
    const name = `lamp-${index}`
    writeSkill(root, { name, script, trigger: `light lamp ${index}` })
    const manifest = {
      name,
      version: '1.0.0',
      description: `Lights lamp number ${index} of the long hall, and no other lamp.`,
      scripts: [{ name: `light-${index}`, path: 'scripts/act.mjs', triggers: [`light lamp ${index}`] }],
    }
    writeFileSync(join(root, name, 'skill.json'), JSON.stringify(manifest))
  }
  return root
}

it(
  'FR-005: with 300 skills and a huge prompt the story continues, and a message says what was truncated',
  { timeout: 300_000 },
  async () => {
    const home = temporaryFolder()
    const model = join(home, 'tiny.gguf')
    writeRandomModel(model)
    const prompt = `I light lamp 7. ${'The hall is long and dark and I walk on. '.repeat(2_000)}`
    const skills = ['--skills', manySkills(home), '--no-shipped-skills']
    const run = await narratoria(['play', '--model', model, ...skills, '--prompt', prompt, '--json'], { home })
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toMatch(/^narratoria: the model's context has room for \d+ of 300 scripts.*disable skills/m)
    expect(run.stderr).toMatch(/^narratoria: the model plans from the first \d+ of your \d+ characters/m)
    const turn = JSON.parse(run.stdout) as { narrative: string; fallback: boolean; attempts: { planner: string }[] }
    expect(turn.narrative).not.toBe('')
    expect(turn.fallback).toBe(false)
    expect(['llama', 'stub']).toContain(turn.attempts.at(-1)?.planner)
    // The stub planner has no such limit.
    const stub = await narratoria(['play', '--planner', 'stub', ...skills, '--prompt', prompt, '--json'], { home })
    expect({ code: stub.code, stderr: stub.stderr, turn: JSON.parse(stub.stdout) as object }).toMatchObject({
      code: 0,
      stderr: '',
      turn: { narrative: expect.stringContaining('lamp'), attempts: [{ planner: 'stub' }] },
    })
  },
)
