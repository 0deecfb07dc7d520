import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishablePackages } from '../packages.mjs'
import { root, splitFences } from './markdown.ts'
import { type Outcome, runModules } from './run-modules.ts'

/** A program in the `@example` of a docstring. */
interface Example {
  /** The name that the docstring is about. */
  name: string
  /** The source file, and the line of the docstring. */
  source: string
  code: string
}

const packages = publishablePackages()
  .filter(({ manifest }) => manifest.exports !== undefined)
  .map(({ name, dir }) => ({
    name,
    dir,
    index: globSync('src/{,server/}index.ts', { cwd: dir }).map((file) => readFileSync(join(dir, file), 'utf8'))[0]!,
    examples: globSync('src/**/*.{ts,tsx}', { cwd: dir }).flatMap((file) =>
      examplesIn(join(dir, file), readFileSync(join(dir, file), 'utf8')),
    ),
  }))
/** Every example, with the file that holds it while the tests run: Node strips no types below node_modules. */
const examples = packages.flatMap(({ name, dir, examples: own }) =>
  own.map((example, at) => ({ ...example, of: name, dir, file: join(dir, '.examples', `${at}-${example.name}.ts`) })),
)

/** The examples in a text, each fence in the language `ts` below an `@example`. */
function examplesIn(file: string, text: string): Example[] {
  return Array.from(text.matchAll(/^[ \t]*\/\*\*[\s\S]*?\*\/\s*(.*)/gm)).flatMap(
    ([docstring, declaration = ''], at) => {
      const [, ...tags] = docstring.replaceAll(/^[ \t]*\*(?: |$)/gm, '').split(/^@example\b/m)
      const [, name = `example-${at}`] = /(?:function\*?|class|const|interface|type) (\w+)/.exec(declaration) ?? []
      const line = text.slice(0, text.indexOf(docstring)).split('\n').length
      return tags
        .flatMap((tag) => splitFences(tag.split(/^@\w+/m)[0]!).fences)
        .filter(({ language }) => language === 'ts')
        .map(({ code }) => ({ name, source: `${file}:${line}`, code }))
    },
  )
}

let errors = ''
/** The outcome of each example by its file. */
const outcomes = new Map<string, Outcome>()

beforeAll(async () => {
  for (const { file, code } of examples) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code)
  }
  errors = compileAll(examples.map(({ file }) => file))
  const runs = packages.map(async (each) => {
    const own = examples.filter(({ of }) => of === each.name)
    const found = await runModules(own.map(({ file, dir }) => ({ file, cwd: dir })))
    for (const [at, outcome] of found.entries()) outcomes.set(own[at]!.file, outcome)
  })
  await Promise.all(runs)
})

afterAll(() => {
  for (const { dir } of packages) rmSync(join(dir, '.examples'), { recursive: true, force: true })
})

/** Type-checks the files as strictly as the workspace, and returns what the compiler prints. */
function compileAll(files: string[]): string {
  if (files.length === 0) return ''
  const project = mkdtempSync(join(root, 'tools', '.examples-'))
  try {
    const config = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { noUnusedLocals: false, paths: {} },
      files,
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
    const args = [join(root, 'node_modules', 'typescript-7', 'bin', 'tsc'), '-p', project]
    const compiled = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    return compiled.stdout + compiled.stderr
  } finally {
    rmSync(project, { recursive: true })
  }
}

describe('the examples in docstrings', () => {
  it.each(packages)('$name has one on a name that it exports', ({ index, examples: own }) => {
    const exported = own.filter((example) => new RegExp(`\\b${example.name}\\b`).test(index))
    expect(exported).not.toEqual([])
  })

  it('compile', () => expect(errors).toBe(''))

  it.for(examples)('$of: the example of $name runs', ({ file, source }) => {
    expect(outcomes.get(file)?.error, source).toBeUndefined()
  })
})

describe('the extraction of examples', () => {
  it('finds each fence below an example, with the name that it is about', () => {
    const text = [
      '/**',
      ' * Rings. ```ts no```',
      ' *',
      ' * @example',
      ' * ```ts',
      " * import { ring } from 'bell'",
      ' *',
      ' * ring({',
      ' *   times: 2,',
      ' * })',
      ' * ```',
      ' *',
      ' * @throws if there is no bell',
      ' * ```ts',
      ' * no()',
      ' * ```',
      ' */',
      'export async function ring(times: number) {}',
    ].join('\n')
    const code = "import { ring } from 'bell'\n\nring({\n  times: 2,\n})\n"
    expect(examplesIn('bell.ts', text)).toEqual([{ name: 'ring', source: 'bell.ts:1', code }])
  })
})
