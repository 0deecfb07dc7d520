import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixture } from '../fixture.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'entry-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

function node(...args: string[]) {
  const { stdout, stderr } = spawnSync(process.execPath, args, { input: '{"input":{}}\n', encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout
}

const done = /"type":"done","ok":true\}\n$/

describe('defineTool', () => {
  it('runs in the file that the process was started with, through type stripping', () => {
    expect(node(fixture('hello'))).toMatch(done)
  })

  it('runs through a symbolic link, as package managers make them', async () => {
    const link = join(await temporaryFolder(), 'hello.ts')
    await symlink(fixture('hello'), link)
    expect(node(link)).toMatch(done)
    expect(node('--preserve-symlinks', link)).toMatch(done)
  })

  it('runs from a relative path with odd characters', async () => {
    const folder = await temporaryFolder()
    const name = 'hello wörld #1?.ts'
    const imported = join(import.meta.dirname, '../../src/index.ts')
    await writeFile(
      join(folder, name),
      `import { defineTool } from ${JSON.stringify(imported)}\ndefineTool({ name: 'odd', run: () => {} })\n`,
    )
    const { stdout } = spawnSync(process.execPath, [`./${name}`], { cwd: folder, input: '{}', encoding: 'utf8' })
    expect(stdout).toMatch(done)
  })

  it.each([true, false])('runs bundled, minified: %s', async (minify) => {
    const outfile = join(await temporaryFolder(), 'bundle.mjs')
    await build({ entryPoints: [fixture('hello')], bundle: true, minify, platform: 'node', format: 'esm', outfile })
    expect(node(outfile)).toMatch(done)
  })

  it.each(['as it is', 'bundled', 'bundled and minified'])(
    '001 §2.2: keeps what is printed before it off standard output, %s',
    async (how) => {
      const folder = await temporaryFolder()
      const imported = JSON.stringify(join(import.meta.dirname, '../../src/index.ts'))
      await writeFile(join(folder, 'greets.mjs'), `console.log('a library greets')\n`)
      let main = join(folder, 'main.mjs')
      await writeFile(
        main,
        `import { defineTool } from ${imported}
         import './greets.mjs'
         console.log('early')
         process.stdout.write('earlier\\n')
         defineTool({ name: 'prints', run: () => {} })\n`,
      )
      if (how !== 'as it is') {
        const outfile = join(folder, 'bundle.mjs')
        const minify = how === 'bundled and minified'
        await build({ entryPoints: [main], bundle: true, minify, platform: 'node', format: 'esm', outfile })
        main = outfile
      }
      const { stdout, stderr } = spawnSync(process.execPath, [main], { input: '{"input":{}}\n', encoding: 'utf8' })
      expect(stdout).toBe('{"version":"0","type":"done","ok":true}\n')
      expect(stderr).toBe('a library greets\nearly\nearlier\n')
    },
  )

  it('waits when the file is imported by another, until it is started', async () => {
    const main = join(await temporaryFolder(), 'main.mjs')
    const imported = JSON.stringify(fixture('hello'))
    await writeFile(main, `import tool from ${imported}\nconsole.log(tool.name)\n`)
    expect(node(main)).toBe('hello\n')
    await writeFile(main, `import tool from ${imported}\ntool.start()\ntool.start()\n`)
    expect(node(main)).toMatch(done)
  })

  it('waits in a worker thread of its own file', async () => {
    const folder = await temporaryFolder()
    const imported = JSON.stringify(join(import.meta.dirname, '../../src/index.ts'))
    const main = join(folder, 'main.mjs')
    await writeFile(
      main,
      `import { Worker, isMainThread, parentPort } from 'node:worker_threads'
       import { defineTool } from ${imported}
       defineTool({ name: 'both', run: (_, { log }) => new Promise((resolve) =>
         new Worker(new URL(import.meta.url)).once('message', (text) => { log(text); resolve() })) })
       if (!isMainThread) parentPort.postMessage('from the worker')\n`,
    )
    const events = node(main).trim().split('\n')
    expect(events.length).toBe(2)
    expect(events[0]).toContain('from the worker')
  })

  it('loads no validator unless a schema needs one', async () => {
    const { metafile } = await build({
      entryPoints: [join(import.meta.dirname, '../../src/index.ts')],
      bundle: true,
      splitting: true,
      metafile: true,
      write: false,
      outdir: 'out',
      platform: 'node',
      format: 'esm',
    })
    const start = Object.keys(metafile.outputs).find((file) =>
      metafile.outputs[file]!.entryPoint?.endsWith('src/index.ts'),
    )!
    const loaded = new Set([start])
    for (const file of loaded) {
      for (const { path, kind } of metafile.outputs[file]!.imports) if (kind === 'import-statement') loaded.add(path)
    }
    const inputs = [...loaded].flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}))
    expect(inputs.some((input) => input.endsWith('plain-schema.ts'))).toBe(true)
    expect(inputs.filter((input) => input.includes('typebox'))).toEqual([])
  })
})
