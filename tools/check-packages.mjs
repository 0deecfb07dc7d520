// Packs every publishable package and asks publint and "are the types wrong" whether a stranger could use it.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const windows = process.platform === 'win32'
const failures = []
for (const dir of ['packages', 'apps'].flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))) {
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
  if (manifest.private) continue
  const packed = mkdtempSync(join(tmpdir(), 'narratoria-pack-'))
  try {
    execFileSync('pnpm', ['pack', '--pack-destination', packed], { cwd: dir, stdio: 'pipe', shell: windows })
    const tarball = join(packed, readdirSync(packed)[0])
    /** @type {[string, string[]][]} */
    const checks = [['publint', ['run', tarball, '--strict']]]
    if (manifest.exports) checks.push(['attw', [tarball, '--profile', 'esm-only', '--format', 'ascii']])
    for (const [tool, args] of checks) {
      const result = spawnSync(tool, args, { encoding: 'utf8', shell: windows })
      if (result.status === 0) continue
      failures.push(`${manifest.name}: ${tool}`)
      process.stderr.write(`${manifest.name}: ${tool}\n${result.stdout}${result.stderr}\n`)
    }
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
}
process.stdout.write(failures.length === 0 ? 'packages: all publishable\n' : `packages: ${failures.join(', ')}\n`)
process.exitCode = failures.length === 0 ? 0 : 1
