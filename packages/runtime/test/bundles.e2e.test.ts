import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build as esbuild } from 'esbuild'
import { rolldown } from 'rolldown'
import { build as vite } from 'vite'
import { expect, it } from 'vitest'
import { temporaryFolder } from './fixtures/temporary-folder.ts'

const runtime = fileURLToPath(new URL('../dist/index.js', import.meta.url))
const run = promisify(execFile)
/** An optional dependency, which hosts without local models do not have. */
const external = ['node-llama-cpp']

const host = `
import { createNarratoria } from ${JSON.stringify(runtime)}
const main = async () => {
  const host = await createNarratoria({ skillRoots: ['skills'], home: 'home' })
  const session = await host.openSession()
  console.log(await session.play('I ring the bell').text())
  await host.close()
}
main().catch(({ message }) => console.log(message))
`
const bell = `#!/bin/sh
cat > /dev/null
echo '{"version":"0","type":"ui_event","event":"narration","payload":{"text":"The bell rings."}}'
echo '{"version":"0","type":"done","ok":true}'
`

/** A folder with a host and a skill whose tool is a process. */
async function hostFolder() {
  const folder = await temporaryFolder()
  mkdirSync(join(folder, 'skills/bell/scripts'), { recursive: true })
  writeFileSync(join(folder, 'skills/bell/scripts/ring'), bell, { mode: 0o755 })
  const scripts = [{ name: 'ring', path: 'scripts/ring', description: 'Rings.', triggers: ['bell'] }]
  const manifest = { name: 'bell', version: '1.0.0', description: 'A bell.', scripts }
  writeFileSync(join(folder, 'skills/bell/skill.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'host.mjs'), host)
  return folder
}

const withEsbuild = (format: 'esm' | 'cjs') => async (folder: string, outfile: string) => {
  const entryPoints = [join(folder, 'host.mjs')]
  const options = { bundle: true, platform: 'node', tsconfigRaw: '{}', logLevel: 'error' } as const
  await esbuild({ ...options, entryPoints, outfile, format, external })
}

it.skipIf(process.platform === 'win32').each<[string, string, (folder: string, outfile: string) => Promise<void>]>([
  ['esbuild as an ES module', 'out.mjs', withEsbuild('esm')],
  ['esbuild as CommonJS', 'out.cjs', withEsbuild('cjs')],
  [
    'rolldown',
    'out.mjs',
    async (folder, file) => {
      const bundle = await rolldown({ input: join(folder, 'host.mjs'), platform: 'node', external, tsconfig: false })
      await bundle.write({ file, format: 'esm', codeSplitting: false })
    },
  ],
  [
    'vite',
    'out/host.mjs',
    async (folder) => {
      const build = { ssr: join(folder, 'host.mjs'), outDir: join(folder, 'out'), rolldownOptions: { external } }
      await vite({ root: folder, configFile: false, logLevel: 'error', build, ssr: { noExternal: true, external } })
    },
  ],
])('a host bundled by %s plays a turn', async (_, output, bundle) => {
  const folder = await hostFolder()
  await bundle(folder, join(folder, output))
  const { stdout } = await run(process.execPath, [join(folder, output)], { cwd: folder })
  expect(stdout).toBe('The bell rings.\n')
})

/** A Node on this machine that is too old. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .concat('/usr/bin', '/usr/local/bin')
  .map((folder) => join(folder, 'node'))
  .find((file) => /^v(1\d|20|21)\./.test(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? ''))

it.skipIf(!oldNode)('an old Node gives one clear error (skipped without an old Node)', async () => {
  const folder = await hostFolder()
  const { stdout } = await run(oldNode!, [join(folder, 'host.mjs')], { cwd: folder })
  expect(stdout).toMatch(/^Narratoria needs Node 22\.18 or newer; this is Node [\d.]+\. Install a newer one/)
})
