import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
