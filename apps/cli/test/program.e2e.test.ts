import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, runProgram, startProgram, temporaryFolder } from './command-line.ts'

it('a reader that closes the pipe early is not an error', async () => {
  const child = startProgram(['completion', 'bash'])
  child.stdout!.destroy()
  let stderr = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(stderr).toBe('')
})

it('the end of standard input leaves the story', async () => {
  const run = await runProgram(['play'], { input: 'I light the torch\n' })
  expect(run.code, run.stderr).toBe(0)
  expect(run.stdout).toMatch(/torch/)
})

it('a plan is read from a pipe', async () => {
  const home = temporaryFolder()
  const plan = await narratoria(['plan', 'I light the torch', '--json'], { home })
  const skills = join(import.meta.dirname, '../../../skills')
  const run = await runProgram(['run', '-', '--allow', skills, '--json'], { home, input: plan.stdout })
  expect(run.code, run.stderr).toBe(0)
  expect(JSON.parse(run.stdout)).toMatchObject({ success: true, state: { inventory: { torch: { lit: true } } } })
})

it('a failure is reported by exit code 1', async () => {
  const home = temporaryFolder()
  await narratoria(['play', '--prompt', 'I light the torch'], { home })
  expect(await runProgram(['sessions', 'redo'], { home })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^narratoria: /),
  })
})
