import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Block, blocksOf, guides, root } from './markdown.ts'

const narratoria = join(root, 'apps', 'cli', 'bin', 'narratoria.js')
/** The blocks marked ```` ```sh run ````. */
const marked = guides.flatMap(blocksOf).filter(({ language, words }) => language === 'sh' && words === 'run')
const online = marked.filter(({ code }) => code.includes('http://'))

/** The working directory: two shipped skills, the files of the example, and `narratoria` as a command. */
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'narratoria-shell-'))
  const filter = (path: string) => !path.includes('node_modules')
  for (const skill of ['torch-lighter', 'door-examiner'])
    cpSync(join(root, 'skills', skill), join(folder, 'skills', skill), { recursive: true, filter })
  cpSync(join(root, 'examples', 'tools-waymark'), folder, { recursive: true, filter })
  mkdirSync(join(folder, 'bin'))
  const command = `#!/bin/sh\nexec '${process.execPath}' '${narratoria}' "$@"\n`
  writeFileSync(join(folder, 'bin', 'narratoria'), command, { mode: 0o755 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const env = () => ({
  ...process.env,
  PATH: [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
  NARRATORIA_HOME: join(folder, 'home'),
})

/** Skips a test if a program that its block calls is not installed. In continuous integration it fails instead. */
function skipWithout({ code }: Block, skip: (why: string) => never): void {
  const called = ['bash', ...['curl', 'jq', 'cc', 'python3'].filter((name) => new RegExp(`\\b${name}\\b`).test(code))]
  const missing = called.filter((name) => spawnSync(name, ['--version']).error !== undefined)
  if (process.env.CI) expect(missing).toEqual([])
  if (missing.length > 0) skip(`${missing.join(', ')} is not installed`)
}

/** The commands of a block, without those that need a registry. */
const commandsOf = ({ code }: Block) => `set -e -o pipefail\n${code.replaceAll(/^npm install .*$/gm, '')}`

describe('the shell blocks of guides and READMEs', () => {
  it.for(marked.filter((block) => !online.includes(block)))('$page: block $index of sh works', (block, { skip }) => {
    skipWithout(block, skip)
    const ran = spawnSync('bash', ['-c', commandsOf(block)], { cwd: folder, env: env(), encoding: 'utf8' })
    expect(ran.status, ran.stdout + ran.stderr).toBe(0)
    // The last line of a tool's output is its `done`.
    if (block.code.startsWith('echo')) expect(ran.stdout.trim().split('\n').at(-1)).toMatch(/"type":"done","ok":true/)
  })

  it.for(online)('$page: block $index of sh plays a turn on a server', async (block, { skip }) => {
    skipWithout(block, skip)
    const args = [narratoria, 'serve', '--port', '0', '--planner', 'stub']
    const server = spawn(process.execPath, args, { cwd: folder, env: env(), stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void server.kill('SIGKILL'))
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const { origin } = new URL(/http:\S+/.exec(line.toString())![0])
    const code = commandsOf(block).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, origin)
    const shell = spawn('bash', ['-c', code], { cwd: folder, env: env(), stdio: ['ignore', 'pipe', 'pipe'] })
    let [output, errors] = ['', '']
    shell.stdout.on('data', (chunk) => (output += String(chunk)))
    shell.stderr.on('data', (chunk) => (errors += String(chunk)))
    const closed = once(shell, 'close')
    // The background request for the event stream ends with the server.
    await expect.poll(() => output, { message: errors }).toContain('"turn_finished"')
    server.kill('SIGINT')
    expect([await closed, errors]).toEqual([[0, null], ''])
    expect(output).toContain('"type":"snapshot"')
    expect(output).toMatch(/torch/)
  })
})
