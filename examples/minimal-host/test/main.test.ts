import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const example = join(import.meta.dirname, '..')

it('is under 30 lines', () => {
  expect(
    readFileSync(join(example, 'src', 'main.ts'), 'utf8')
      .trimEnd()
      .split('\n').length,
  ).toBeLessThan(30)
})

it('plays two turns of one story from standard input', () => {
  const home = mkdtempSync(join(tmpdir(), 'minimal-host-'))
  const input = 'I light the torch\nI examine the door\n\n'
  const args = ['src/main.ts', '../../skills', home]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: example, input, encoding: 'utf8' })
  rmSync(home, { recursive: true, force: true })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/torch/i)
  expect(stdout).toMatch(/door examined/i)
})
