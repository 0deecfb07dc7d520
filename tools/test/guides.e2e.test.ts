import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { narratoria } from '../../apps/cli/test/command-line.ts'
import { guidePrograms, makeGuideProject, programsMarked } from './guide-programs.ts'

let project = ''

beforeAll(() => {
  project = makeGuideProject()
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

it.each(guidePrograms.filter(({ input }) => input !== undefined))(
  '$page: the tool $file passes `narratoria tool check`',
  async ({ folder, file, input = '{}' }) => {
    const args = ['tool', 'check', `./${file}`, '--input', input]
    const { code, stdout, stderr } = await narratoria(args, { cwd: join(project, folder) })
    expect(code, stdout + stderr).toBe(0)
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
