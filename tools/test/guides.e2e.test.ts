import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { commandsOf, wordsOf } from './commands.ts'
import { guidePrograms, makeGuideProject, programsMarked } from './guide-programs.ts'
import { root } from './markdown.ts'

const narratoria = join(root, 'apps', 'cli', 'bin', 'narratoria.js')
let project = ''

beforeAll(() => {
  project = makeGuideProject()
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

it.each(guidePrograms.filter(({ input }) => input !== undefined))(
  '$page: the tool $file passes `narratoria tool check`',
  ({ folder, file, input = '{}' }) => {
    const args = [narratoria, 'tool', 'check', `./${file}`, '--input', input]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: join(project, folder),
      encoding: 'utf8',
    })
    expect(status, stdout + stderr).toBe(0)
  },
)

// On Windows no signal lets a process shut down.
it.runIf(process.platform !== 'win32').each(programsMarked('serves'))(
  '$page: $file serves until it is interrupted',
  async ({ folder, file }) => {
    const server = spawn(process.execPath, [file], { cwd: join(project, folder), stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void server.kill('SIGKILL'))
    const ended = once(server, 'exit')
    let errors = ''
    server.stderr.on('data', (chunk) => (errors += String(chunk)))
    const [printed] = (await Promise.race([once(server.stdout, 'data'), ended])) as [unknown]
    expect(String(printed), errors).toMatch(/^http:\/\//)
    expect((await fetch(String(printed).trim())).status).toBe(200)
    server.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  },
)

it('the commands of the guide to playing work on a session, one after the other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-commands-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = { ...process.env, NARRATORIA_HOME: join(folder, 'home') }
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [narratoria, ...args], { cwd: folder, env, encoding: 'utf8' })
  for (let turn = 0; turn < 10; turn += 1)
    expect(run('play', '--session', 'castle', '--prompt', 'I light the torch').status).toBe(0)
  const shown = commandsOf('docs/guides/play.md').filter((command) => command.startsWith('narratoria sessions '))
  expect(shown.length).toBeGreaterThan(7)
  for (const command of shown) {
    const words = wordsOf(command).map((word) => word.replaceAll('"', ''))
    const { status, stderr } = run(...words.slice(1))
    expect(status, `${command}\n${stderr}`).toBe(0)
  }
  expect(readFileSync(join(folder, 'castle.html'), 'utf8')).toContain('<html')
})
