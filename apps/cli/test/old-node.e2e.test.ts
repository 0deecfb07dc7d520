import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { program, temporaryFolder } from './command-line.ts'

/** A Node on this machine that is too old for the program, and starts the workspace's own in its place. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .concat('/usr/bin', '/usr/local/bin')
  .map((folder) => join(folder, 'node'))
  .find((file) => {
    const [, major, minor] =
      /^v(\d+)\.(\d+)/.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
    return major !== undefined && (Number(major) < 22 || (major === '22' && Number(minor) < 18))
  })

/** `narratoria serve` under the old Node, once it answers; with the id of the process that serves. */
async function serve() {
  const home = temporaryFolder()
  const child = spawn(oldNode!, [program, 'serve', '--port', '0'], {
    cwd: home,
    env: { ...process.env, NARRATORIA_HOME: join(home, 'home') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = /http:\S+/.exec(line.toString())![0]
  expect((await fetch(url)).ok).toBe(true)
  // Standard output closes when the last process that holds it is gone.
  return { child, url, exited: once(child, 'exit'), allGone: once(child, 'close') }
}

const skipped = '(skipped where there is no Node that is too old)'

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
  `Nothing outlives its owner: an old Node that is killed takes the server along ${skipped}`,
  { timeout: 60_000 },
  async () => {
    const { child, url, exited, allGone } = await serve()
    child.kill('SIGKILL')
    expect(await exited).toEqual([null, 'SIGKILL'])
    await allGone
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  },
)

it.skipIf(!oldNode)(`an old Node ends with the exit code of the new one ${skipped}`, () => {
  const run = (...args: string[]) => spawnSync(oldNode!, [program, ...args], { encoding: 'utf8' })
  expect(run('play', '--frobnicate').status).toBe(2)
  expect(run('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})
