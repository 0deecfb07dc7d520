import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile, makeLinkedProject } from './linked-project.ts'
import { type Block, blocksOf, guides, root } from './markdown.ts'
import { isBlock, proofs } from './proofs.ts'

const fixtures = join(import.meta.dirname, 'fixtures', 'guides')
const program = join(root, 'apps', 'cli', 'bin', 'narratoria.js')

/** Blocks of programs, each in a folder of its page. */
const programs = guides
  .flatMap(blocksOf)
  .filter(({ language }) => language === 'ts' || language === 'js')
  .map((block) => ({
    ...block,
    folder: folderOf(block.page),
    file:
      /file=(\S+)/.exec(block.words)?.[1] ??
      `${block.language}-${block.index}.${block.language === 'ts' ? 'ts' : 'mjs'}`,
    input: /input=(.+)$/.exec(block.words)?.[1],
  }))
const worded = (word: string) => programs.filter(({ words }) => words.split(' ').includes(word))

/** A folder in which every program of the guides lies, with the packages installed. */
let project = ''

beforeAll(() => {
  project = makeLinkedProject(['*.d.ts', '*/*.ts', '*/*.mjs'])
  cpSync(fixtures, project, { recursive: true })
  for (const { folder, file, code } of programs) {
    mkdirSync(join(project, folder), { recursive: true })
    for (const skill of ['torch-lighter', 'story-world'])
      cpSync(join(root, 'skills', skill), join(project, folder, 'skills', skill), {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      })
    writeFileSync(join(project, folder, file), code, { mode: 0o755 })
  }
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the code of guides and READMEs', () => {
  it('compiles', { timeout: 300_000 }, () => {
    expect(compile(project)).toBe('')
  })

  it.each(worded('run'))('$page: $file runs', ({ folder, file, code }) => {
    const ran = spawnSync(process.execPath, [file], { cwd: join(project, folder), input: '', encoding: 'utf8' })
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' })
    // What a comment after `console.log(…)` promises is what it prints.
    for (const line of promisedBy(code)) expect(ran.stdout.split('\n')).toContain(line)
  })

  it.each(programs.filter(({ input }) => input !== undefined))(
    '$page: $file passes the check of tools',
    ({ folder, file, input = '{}' }) => {
      const args = [program, 'tool', 'check', `./${file}`, '--input', input]
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: join(project, folder),
        encoding: 'utf8',
      })
      expect(status, stdout + stderr).toBe(0)
    },
  )

  // Windows has no signal that a process could end on.
  it.runIf(process.platform !== 'win32').each(worded('serves'))(
    '$page: $file serves until it is interrupted',
    async ({ folder, file }) => {
      const server = spawn(process.execPath, [file], { cwd: join(project, folder), stdio: ['ignore', 'pipe', 'pipe'] })
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

  it('holds no block that nothing proves', () => {
    const unproven = guides.flatMap(blocksOf).filter((block) => !isProven(block))
    expect(
      unproven.map(({ page, language, index }) => `${page}: ${language || 'a block without language'} ${index}`),
    ).toEqual([])
  })

  it.each(proofs)('$by proves one block of $page with each of $lines', (proof) => {
    const blocks = blocksOf(proof.page)
    for (const line of proof.lines) expect(blocks.filter((block) => isBlock(block, proof, line))).toHaveLength(1)
    if (!/^\S+\.(ts|mjs)$/.test(proof.by)) return
    const text = readFileSync(join(root, proof.by), 'utf8')
    expect(text).toContain(proof.test ?? '')
    if (proof.test) expect(text).toContain(basename(proof.page))
  })

  it('shows JSON that is JSON', () => {
    const shown = guides.flatMap(blocksOf).filter(({ language }) => language === 'json')
    expect(shown.filter(({ code }) => !isJson(code)).map(({ page, index }) => `${page} ${index}`)).toEqual([])
  })
})

function isProven(block: Block): boolean {
  if (block.language === 'ts') return /\b(run|serves)\b|input=/.test(block.words)
  return proofs.some((proof) => proof.lines.some((line) => isBlock(block, proof, line)))
}

function folderOf(page: string): string {
  return page.replaceAll(/[^\w]+/g, '-')
}

function promisedBy(code: string): string[] {
  return Array.from(code.matchAll(/^console\.log\(.*\) \/\/ (.+)$/gm), ([, line = '']) => line)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
