import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar, type TarHeader } from 'modern-tar'
import { describe, expect, it } from 'vitest'
import { bellSkill } from '../bell-skill.ts'

describe('skills add refuses', () => {
  const archive = async (headers: Partial<TarHeader>[]) =>
    packTar(
      headers.map((header) => ({
        header: { name: 'x', size: header.type === 'file' ? 1 : 0, ...header } as TarHeader,
        body: header.type === 'file' ? 'x' : '',
      })),
    )
  it.each<[string, Partial<TarHeader>, RegExp]>([
    ['a path that leads out', { name: 'package/../../x', type: 'file' }, /path .* is not allowed/],
    ['an absolute path', { name: '/etc/x', type: 'file' }, /is not allowed/],
    ['a path for Windows', { name: 'package/..\\..\\x', type: 'file' }, /is not allowed/],
    ['a link', { name: 'package/link', type: 'symlink', linkname: '/etc/passwd' }, /is a link/],
    ['a hard link', { name: 'package/link', type: 'link', linkname: '/etc/passwd' }, /is a link/],
    ['a device', { name: 'package/device', type: 'character-device' }, /not a regular file/],
  ])('an archive with %s', async (_, header, message) => {
    const { home, run } = bellSkill()
    writeFileSync(join(home, 'x.tgz'), await archive([{ name: 'package/a', type: 'file' }, header]))
    const added = await run('skills', 'add', 'x.tgz', '--yes')
    expect(added).toMatchObject({ code: 2, stderr: expect.stringMatching(message) as string })
    expect(readdirSync(join(home, 'home')).filter((name) => name !== 'logs')).toEqual([])
  })

  it('a bomb, a text, a folder with a link, a folder without a skill, and what does not exist', async () => {
    const { home, skill, run } = bellSkill()
    writeFileSync(join(home, 'bomb.tgz'), gzipSync(Buffer.alloc(300 * 1024 * 1024), { level: 1 }))
    writeFileSync(join(home, 'text.tgz'), 'not an archive '.repeat(100))
    mkdirSync(join(home, 'empty'))
    symlinkSync('/etc', join(skill, 'scripts/etc'))
    for (const [source, message] of [
      ['bomb.tgz', /more than 256 MiB/],
      ['text.tgz', /not a tar archive|contains no file/],
      ['./bell', /is a link/],
      ['./empty', /contains no skill/],
      ['./nowhere', /does not exist/],
      ['--what? no', /./],
      ['Not a name', /neither a folder, nor an archive/],
    ] as const)
      expect(await run('skills', 'add', '--yes', '--', source)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(message) as string,
      })
  })

  it('to replace a skill that was put there by hand', async () => {
    const { run, installed } = bellSkill()
    mkdirSync(installed, { recursive: true })
    expect(await run('skills', 'add', './bell', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('was not added by this command') as string,
    })
  })
})

it('skill pack packs nothing that has problems', async () => {
  const { home, write, run } = bellSkill()
  write('Ding.', { color: 'red' })
  const packed = await run('skill', 'pack', './bell')
  expect(packed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/unknown field "color".*Nothing was packed/s) as string,
  })
  expect(readdirSync(home).filter((name) => name.endsWith('.tgz'))).toEqual([])
})

it('the same skill makes the same archive', async () => {
  const { home, run } = bellSkill()
  await run('skill', 'pack', './bell', '--out', 'a.tgz')
  await run('skill', 'pack', './bell', '--out', 'b.tgz')
  expect(readFileSync(join(home, 'a.tgz')).equals(readFileSync(join(home, 'b.tgz')))).toBe(true)
})
