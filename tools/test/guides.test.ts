import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page && existsSync(join(root, page)))

/** A block of TypeScript: `file=NAME` after its language names it, `run` says that it runs to its end. */
interface Block {
  page: string
  folder: string
  file: string
  run: boolean
  code: string
}

const blocks = pages
  .filter((page) => /^(README\.md|docs\/guides\/|(packages|apps)\/[^/]+\/README\.md)/.test(page))
  .flatMap((page): Block[] => {
    const found = readFileSync(join(root, page), 'utf8').matchAll(/^```ts\b(.*)\n([\s\S]*?)^```$/gm)
    return [...found].map(([, words = '', code = ''], index) => ({
      page,
      folder: page.replaceAll(/[^\w]+/g, '-'),
      file: /file=(\S+)/.exec(words)?.[1] ?? `block-${index}.ts`,
      run: /\brun\b/.test(words),
      code,
    }))
  })

/** A project as a reader would have it: the packages installed, and a folder of skills. */
let project = ''

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'narratoria-guides-'))
  mkdirSync(join(project, 'node_modules', '@narratoria'), { recursive: true })
  for (const dir of globSync('{packages/*,apps/web}', { cwd: root }))
    link(join(root, dir), join('@narratoria', dir.split(/[\\/]/)[1] ?? ''))
  link(join(root, 'node_modules', '@types'), '@types')
  link(join(root, 'packages', 'protocol', 'node_modules', 'typebox'), 'typebox')
  for (const { folder, file, code } of blocks) {
    mkdirSync(join(project, folder), { recursive: true })
    cpSync(join(root, 'skills', 'torch-lighter'), join(project, folder, 'skills', 'torch-lighter'), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
    writeFileSync(join(project, folder, file), code, { mode: 0o755 })
  }
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  const compilerOptions = { types: ['node'], noUnusedLocals: false, noEmit: true }
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*/*.ts'] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

function link(from: string, name: string): void {
  symlinkSync(from, join(project, 'node_modules', name), 'junction')
}

describe('the code of guides and READMEs', () => {
  it('compiles', () => {
    const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc')
    const compiled = spawnSync(process.execPath, [compiler, '-p', project], { cwd: project, encoding: 'utf8' })
    expect(compiled.stdout + compiled.stderr).toBe('')
  })

  it.each(blocks.filter(({ run }) => run))('$page: $file runs', ({ folder, file }) => {
    const ran = spawnSync(process.execPath, [file], { cwd: join(project, folder), encoding: 'utf8' })
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' })
    // What a comment after `console.log(…)` promises is what it prints.
    const { code } = blocks.find((block) => block.folder === folder && block.file === file)!
    const promised = [...code.matchAll(/^console\.log\(.*\) \/\/ (.+)$/gm)].map((match) => match[1] ?? '')
    for (const line of promised) expect(ran.stdout.split('\n')).toContain(line)
  })
})

describe('links of Markdown pages', () => {
  it.each(pages)('%s lead somewhere', (page) => {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
    const broken = targets.filter((target) => {
      if (/^[a-z]+:/.test(target)) return false
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? join(root, page) : join(root, dirname(page), decodeURIComponent(path))
      if (!existsSync(file)) return true
      return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor)
    })
    expect(broken).toEqual([])
  })
})

function anchorsOf(file: string): string[] {
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map((match) => match[1] ?? '')
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
