import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { program, temporaryFolder } from './command-line.ts'

/** A Node on this machine that is too old for the program. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .concat('/usr/bin', '/usr/local/bin')
  .map((folder) => join(folder, 'node'))
  .find((file) => {
    const [, major, minor] =
      /^v(\d+)\.(\d+)/.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
    return major !== undefined && (Number(major) < 22 || (major === '22' && Number(minor) < 18))
  })

/** The program in a clone whose `npm start` linked a newer Node: the one of this test. */
function programInClone(): string {
  const clone = temporaryFolder()
  const cli = dirname(dirname(program))
  mkdirSync(join(clone, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(process.execPath, join(clone, 'node_modules', '.bin', 'node'))
  for (const part of ['bin', 'package.json'])
    cpSync(join(cli, part), join(clone, 'apps', 'cli', part), { recursive: true })
  symlinkSync(join(cli, 'dist'), join(clone, 'apps', 'cli', 'dist'))
  return join(clone, 'apps', 'cli', 'bin', 'narratoria.js')
}

/** Starts `narratoria serve` with the old Node, and waits until it serves. */
async function serve() {
  const home = temporaryFolder()
  const child = spawn(oldNode!, [programInClone(), 'serve', '--port', '0'], {
    cwd: home,
    env: { ...process.env, NARRATORIA_HOME: join(home, 'home') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = /http:\S+/.exec(line.toString())![0]
  expect((await fetch(url)).ok).toBe(true)
  // Standard output closes when the last process that has it open exits.
  return { child, url, exited: once(child, 'exit'), allGone: once(child, 'close') }
}

const skipped = '(skipped without an old Node)'

it.skipIf(!oldNode).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  `Nothing outlives its owner: %s to an old Node ends the server that it started ${skipped}`,
  { timeout: 60_000 },
  async (signal) => {
    const { child, url, exited, allGone } = await serve()
    child.kill(signal)
    expect(await exited).toEqual([0, null])
    await allGone
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  },
)

it.skipIf(!oldNode)(
  `Nothing outlives its owner: killing an old Node ends the server that it started ${skipped}`,
  { timeout: 60_000 },
  async () => {
    const { child, url, exited, allGone } = await serve()
    child.kill('SIGKILL')
    expect(await exited).toEqual([null, 'SIGKILL'])
    await allGone
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  },
)

it.skipIf(!oldNode)(`an old Node exits with the code of the new one ${skipped}`, () => {
  const file = programInClone()
  const run = (...args: string[]) => spawnSync(oldNode!, [file, ...args], { encoding: 'utf8' })
  expect(run('play', '--frobnicate').status).toBe(2)
  expect(run('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})
