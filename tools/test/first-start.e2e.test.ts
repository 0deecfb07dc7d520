import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A copy of the checkout as a clone would have it, changes that are not committed included, and an empty home folder. */
function newcomer() {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-first-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  const clone = join(folder, 'clone')
  const home = join(folder, 'home')
  mkdirSync(home)
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 24 }).split('\0')
  for (const file of files) if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(clone, file))
  const ours = /^(NARRATORIA_|npm_(?!config_(registry|cafile|.*proxy)$)|XDG_|PNPM_|TURBO_|INIT_CWD$|NODE|VITEST|CI$)/i
  const kept = Object.entries(process.env).filter(([name]) => !ours.test(name))
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !/[\\/]node_modules[\\/]/.test(entry))
  const env = { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, NO_COLOR: '1', PATH: path.join(delimiter) }
  return { clone, home, env }
}

it('the first `npm start` of a clone installs only what the story needs and plays a turn', { timeout: 900_000 }, () => {
  const { clone, env } = newcomer()
  const start = (prompt: string) =>
    spawnSync('npm', ['start', '--', '--prompt', prompt], {
      cwd: clone,
      env,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
  const first = start('look around')
  expect(first.status, first.stderr).toBe(0)
  expect(first.stderr).toMatch(/^Installing what the story needs: [\d.]+ s$/m)
  expect(first.stderr).toMatch(/^Building cli, .*world: [\d.]+ s$/m)
  expect(first.stdout).toMatch(/iron\s+ring[\s\S]*\n {2}1\. /)
  const programs = readdirSync(join(clone, 'node_modules/.pnpm'))
  for (const name of ['typescript', 'vitest', 'oxlint', 'turbo', 'typedoc', 'playwright'])
    expect(programs.filter((entry) => entry.startsWith(`${name}@`))).toEqual([])

  const second = start('go up')
  expect(second.status, second.stderr).toBe(0)
  expect(second.stderr).not.toMatch(/^(Fetching|Installing|Building) /m)
})
