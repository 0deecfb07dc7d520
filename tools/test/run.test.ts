import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './markdown.ts'

let project = ''

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'narratoria-run-'))
  for (const folder of ['tools/node_modules', 'node_modules', 'bin'])
    mkdirSync(join(project, folder), { recursive: true })
  for (const file of ['run.mjs', 'package.json']) cpSync(join(root, 'tools', file), join(project, 'tools', file))
  for (const name of ['npm', 'pnpm', 'oxfmt']) program(name, `echo ${name} "$@"`)
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

/** Puts a program in place of the real one. */
function program(name: string, script: string): void {
  const path = join(project, 'bin', name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}

/** Runs a command where `node` is of a version, as on a platform that no private one is packaged for. */
function format(nodeVersion: string) {
  program('node', `echo ${nodeVersion}`)
  const { npm_execpath: _npm, NARRATORIA_SYSTEM_NODE: _system, ...env } = process.env
  env.PATH = [join(project, 'bin'), env.PATH].join(delimiter)
  return spawnSync(process.execPath, [join(project, 'tools/run.mjs'), 'format'], { env, encoding: 'utf8' })
}

it('an old Node is told of, at first and after a switch to it', () => {
  const refused = { status: 1, stderr: expect.stringContaining('Narratoria needs Node 22.18 or newer') }
  expect(format('v22.17.1')).toMatchObject(refused)
  expect(format('v22.18.0')).toMatchObject({ status: 0, stdout: 'oxfmt\n' })
  expect(format('v24.1.0')).toMatchObject({ status: 0, stdout: 'oxfmt\n' })
  expect(format('v20.19.0')).toMatchObject(refused)
})
