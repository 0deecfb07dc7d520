import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { checkTool, type CheckOptions } from '../../src/conformance/index.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

export const done = `echo '{"version":"0","type":"done","ok":true}'`
export const failed = `echo '{"version":"0","type":"done","ok":false}'`
export const log = `echo '{"version":"0","type":"log","level":"info","message":"m"}'`
export const asset = (path: string, more = '') =>
  `echo '{"version":"0","type":"asset","assetId":"a","kind":"k","mediaType":"image/png","path":"${path}"${more}}'`

/** Checks a shell script as a tool in its own folder, removed when all tests have ended. */
export async function check(script: string, options: CheckOptions = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'check-'))
  folders.push(cwd)
  writeFileSync(join(cwd, 'tool'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  mkdirSync(join(cwd, 'folder'))
  // Only scripts that sleep for a minute reach the time limit.
  const timeoutMs = script.includes('sleep 60') ? 3_000 : 30_000
  const found = await checkTool('./tool', { cwd, timeoutMs, ...options })
  const codes = found.problems.map(({ code, line }) => (line === undefined ? code : `${code}@${line}`))
  return { ...found, codes, warned: found.warnings.map(({ code }) => code), cwd }
}
