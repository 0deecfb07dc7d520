import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runProgram, temporaryFolder } from './command-line.ts'

it('the program prints its version and its help, plays a turn as JSON, and exits with the code of the command', async () => {
  const home = temporaryFolder()
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(await runProgram(['--version'], { home })).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  const help = await runProgram(['--help'], { home })
  expect(help).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Usage: narratoria[^]*\n {2}play /),
  })
  const played = await runProgram(['play', '--prompt', 'I light the torch', '--json'], { home })
  expect(played.code, played.stderr).toBe(0)
  expect(JSON.parse(played.stdout)).toMatchObject({
    fallback: false,
    state: { world: { is: { torch: { lit: true } } } },
  })
  expect(await runProgram(['play', '--frobnicate'], { home })).toMatchObject({ code: 2, stdout: '' })
})
