import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Block, blocksOf, root } from './markdown.ts'
import { isBlock, proofs, shellTest } from './proofs.ts'

const program = join(root, 'apps', 'cli', 'bin', 'narratoria.js')
const typed = proofs.flatMap((proof) =>
  proof.by === shellTest
    ? blocksOf(proof.page).filter((block) => proof.lines.some((line) => isBlock(block, proof, line)))
    : [],
)
const online = typed.filter(({ code }) => code.includes('http://'))

/** Where a reader types: the shipped skills, the example's files, and `narratoria` as a command. */
let place = ''
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'narratoria-shell-'))
  const filter = (path: string) => !path.includes('node_modules')
  for (const skill of ['torch-lighter', 'door-examiner'])
    cpSync(join(root, 'skills', skill), join(place, 'skills', skill), { recursive: true, filter })
  cpSync(join(root, 'examples', 'tools-waymark'), place, { recursive: true, filter })
  mkdirSync(join(place, 'bin'))
  const command = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`
  writeFileSync(join(place, 'bin', 'narratoria'), command, { mode: 0o755 })
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

const env = () => ({
  ...process.env,
  PATH: [join(place, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
  NARRATORIA_HOME: join(place, 'home'),
})

/** Gives a test up where a program that its block calls is not on this machine; where changes are judged, it fails. */
function skipWithout({ code }: Block, skip: (why: string) => never): void {
  const called = ['bash', ...['curl', 'jq', 'cc', 'python3'].filter((name) => new RegExp(`\\b${name}\\b`).test(code))]
  const lacked = called.filter((name) => spawnSync(name, ['--version']).error !== undefined)
  if (process.env.CI) expect(lacked).toEqual([])
  if (lacked.length > 0) skip(`${lacked.join(', ')} is not on this machine`)
}

/** The commands of a block, without those that only a registry could answer. */
const commandsOf = ({ code }: Block) => `set -e -o pipefail\n${code.replaceAll(/^npm install .*$/gm, '')}`

describe('what guides and READMEs have their reader type', () => {
  it.for(typed.filter((block) => !online.includes(block)))('$page: block $index of sh works', (block, { skip }) => {
    skipWithout(block, skip)
    const ran = spawnSync('bash', ['-c', commandsOf(block)], { cwd: place, env: env(), encoding: 'utf8' })
    expect(ran.status, ran.stdout + ran.stderr).toBe(0)
    // A tool that is run by hand says how it ended.
    if (block.code.startsWith('echo')) expect(ran.stdout.trim().split('\n').at(-1)).toMatch(/"type":"done","ok":true/)
  })

  it.for(online)('$page: block $index of sh plays a turn on a server', async (block, { skip }) => {
    skipWithout(block, skip)
    const args = [program, 'serve', '--port', '0', '--planner', 'stub']
    const server = spawn(process.execPath, args, { cwd: place, env: env(), stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void server.kill('SIGKILL'))
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const { origin } = new URL(/http:\S+/.exec(line.toString())![0])
    const code = commandsOf(block).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, origin)
    const shell = spawn('bash', ['-c', code], { cwd: place, env: env(), stdio: ['ignore', 'pipe', 'pipe'] })
    let [told, errors] = ['', '']
    shell.stdout.on('data', (chunk) => (told += String(chunk)))
    shell.stderr.on('data', (chunk) => (errors += String(chunk)))
    const closed = once(shell, 'close')
    // The stream that the page opens in the background ends with the server.
    await expect.poll(() => told, { message: errors }).toContain('"turn_finished"')
    server.kill('SIGINT')
    expect([await closed, errors]).toEqual([[0, null], ''])
    expect(told).toContain('"type":"snapshot"')
    expect(told).toMatch(/torch/)
  })
})
