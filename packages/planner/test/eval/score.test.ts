import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const script = join(import.meta.dirname, '../../training/score.ts')

it('the script scores a file with a prompt on each line, by kind, and lists the failures', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-score-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'prompts.jsonl')
  const prompts = [
    { kind: 'dice', prompt: 'roll 2d6', want: ['dice'] },
    { kind: 'dice', prompt: 'I roll a d20', want: ['dice'] },
    { kind: 'plain', prompt: 'I eat a plum', want: ['light-torch'] },
  ]
  await writeFile(file, `${prompts.map((prompt) => JSON.stringify(prompt)).join('\n')}\n`)
  const { stdout } = await promisify(execFile)(process.execPath, [script, file, '--failures'])
  expect(stdout).toContain('all: 2 of 3, 66.7 %\n  dice: 2 of 2, 100.0 %\n  plain: 0 of 1, 0.0 %')
  expect(stdout).toContain('I eat a plum\n    missing torch-lighter/torch-lighter; wrong -')
})
