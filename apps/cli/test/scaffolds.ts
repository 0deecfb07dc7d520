import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { narratoria, temporaryFolder } from './command-line.ts'

/** Creates a tool or skill in an empty folder, and expects it to pass its check, to be discovered and to play. */
export async function expectWorking(what: string, lang: string): Promise<void> {
  const cwd = temporaryFolder()
  const made = await narratoria([what, 'new', 'greet', '--lang', lang], { cwd })
  expect(made.code).toBe(0)
  const file = /^wrote (\S*scripts\S*)$/m.exec(made.stdout)?.[1] ?? ''
  expect(existsSync(join(cwd, file))).toBe(true)
  const checked = await narratoria(['tool', 'check', file, '--input', '{"who":"Ada"}', '--json'], { cwd })
  expect(JSON.parse(checked.stdout)).toEqual({ ok: true, problems: [], warnings: [] })
  const roots = ['--skills', 'skills', '--no-shipped-skills', '--json']
  const listed = JSON.parse((await narratoria(['skills', 'list', ...roots], { cwd })).stdout) as object
  expect(listed).toMatchObject({ skills: [{ name: 'greet', scripts: [{ name: 'greet' }] }], warnings: [] })
  const played = await narratoria(['play', '--prompt', 'I greet Ada', ...roots], { cwd })
  expect(JSON.parse(played.stdout)).toMatchObject({ fallback: false, state: { greeted: 'Ada' } })
}
