import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from './markdown.ts'

let clone = ''

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'narratoria-run-'))
  for (const folder of ['packages', 'skills', 'tools/build']) mkdirSync(join(clone, folder), { recursive: true })
  for (const file of ['package.json', 'tools/run.mjs', 'tools/build/story.mjs'])
    cpSync(join(root, file), join(clone, file))
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

/** Runs the bootstrap as `pnpm run` does, on a platform without a packaged Node. */
function bootstrap(nodeVersion: string) {
  const preload = join(clone, 'preload.mjs')
  writeFileSync(
    preload,
    `Object.defineProperty(process, 'platform', { value: 'darwin' })
    Object.defineProperty(process.versions, 'node', { value: '${nodeVersion}' })`,
  )
  const env = { ...process.env, npm_config_user_agent: 'pnpm/12.21.0 npm/? node/?' }
  return spawnSync(process.execPath, ['--import', pathToFileURL(preload).href, join(clone, 'tools/run.mjs')], {
    env,
    encoding: 'utf8',
  })
}

it.each(['20.19.0', '22.17.1'])('Node %s is refused where no newer one is packaged', (version) => {
  expect(bootstrap(version)).toMatchObject({
    status: 1,
    stderr: `Narratoria needs Node 22.18 or newer and runs on ${version}. Install a current Node.\n`,
  })
})

it.each(['22.18.0', '24.1.0', '26.0.0'])('Node %s is used as it is', (version) => {
  expect(bootstrap(version)).toMatchObject({ status: 0, stderr: '' })
})

it.runIf(process.platform === 'linux')('an installation that runs on the private Node keeps it linked', () => {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string }
  const [, version] = /privateNode = .*version: '(.*)'/.exec(readFileSync(join(root, 'tools/run.mjs'), 'utf8')) ?? []
  const name = `node-linux-${process.arch}`
  const toolchain = join(clone, 'tools/toolchain')
  const node = join(toolchain, `${name}-${version}`, 'node_modules', name, 'bin/node')
  const pnpm = join(toolchain, packageManager.replace('@', '-'), 'node_modules/pnpm/pnpm')
  for (const file of [node, pnpm]) mkdirSync(dirname(file), { recursive: true })
  cpSync(process.execPath, node)
  // An installation removes what it did not link.
  writeFileSync(pnpm, '#!/bin/sh\nrm -rf node_modules/.bin && mkdir -p node_modules/.bin\n')
  chmodSync(pnpm, 0o755)
  for (const folder of [`${name}-${version}`, packageManager.replace('@', '-')])
    writeFileSync(join(toolchain, folder, 'installed'), '')
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) writeFileSync(join(clone, file), '')

  const env = { ...process.env, npm_config_user_agent: 'npm/11.0.0' }
  const run = spawnSync(node, [join(clone, 'tools/run.mjs')], { env, encoding: 'utf8' })
  expect(run.status, run.stderr).toBe(0)
  expect(readdirSync(join(clone, 'node_modules/.bin'))).toEqual(['node', 'pnpm'])
})
