import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { blocksOf, root } from './markdown.ts'

const name = 'winter-apples'

it('each step of the guide to campaigns works, and its files are those of the example', () => {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const program = join(root, 'apps/cli/bin/narratoria.js')
  writeFileSync(join(bin, 'narratoria'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 })
  const env = {
    ...process.env,
    PATH: [bin, process.env.PATH].join(delimiter),
    NARRATORIA_HOME: join(folder, 'home'),
  }
  let steps = 0
  for (const { words, code } of blocksOf('docs/guides/write-a-campaign.md')) {
    const [, file] = /file=(\S+)/.exec(words) ?? []
    if (file !== undefined) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${code.trimEnd()}\n`)
    } else if (words === 'step') {
      const ran = spawnSync('bash', ['-c', `set -e\n${code}`], { cwd: folder, env, encoding: 'utf8' })
      expect(ran.status, `${code}\n${ran.stdout}${ran.stderr}`).toBe(0)
      steps += 1
    }
  }
  expect(steps).toBeGreaterThanOrEqual(5)
  expect(filesOf(join(folder, name))).toEqual(filesOf(join(root, 'examples', name)))
})

function filesOf(folder: string): Record<string, string> {
  const files = globSync('**/*.*', { cwd: folder }).toSorted()
  return Object.fromEntries(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')]))
}
