// Packs every published package and checks the tarballs with publint and attw.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPackage, publishablePackages } from './packages.mjs'

const packed = mkdtempSync(join(tmpdir(), 'narratoria-pack-'))
/** @type {string[]} */
const failures = []
try {
  for (const { name, dir, manifest } of publishablePackages()) {
    const tarball = packPackage(dir, packed)
    /** @type {[string, string[]][]} */
    const checks = [['publint', ['run', tarball, '--strict']]]
    if (manifest.exports) checks.push(['attw', [tarball, '--profile', 'esm-only', '--format', 'ascii']])
    for (const [tool, args] of checks) {
      const result = spawnSync(tool, args, { encoding: 'utf8', shell: process.platform === 'win32' })
      if (result.status === 0) continue
      failures.push(`${name}: ${tool}`)
      process.stderr.write(`${name}: ${tool}\n${result.stdout}${result.stderr}\n`)
    }
  }
} finally {
  rmSync(packed, { recursive: true, force: true })
}
process.stdout.write(failures.length === 0 ? 'packages: all publishable\n' : `packages: ${failures.join(', ')}\n`)
process.exitCode = failures.length === 0 ? 0 : 1
