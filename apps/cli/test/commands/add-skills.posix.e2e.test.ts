import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bellSkill, script } from '../bell-skill.ts'
import { narratoria, startCommand, temporaryFolder, until } from '../command-line.ts'

const canSandbox = (() => {
  try {
    execFileSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true'])
    return true
  } catch {
    return false
  }
})()

/** A registry with these packages, by name. */
async function registry(packages: Record<string, Uint8Array>) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!.slice(1))
    const [name, file] = path.split('/-/')
    const tarball = packages[name!]
    if (!tarball) return response.writeHead(404).end('{"error":"not found"}')
    if (file) return response.end(tarball)
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
    const dist = { tarball: `${url}/${name}/-/file.tgz`, integrity }
    const version = { name, version: '1.0.0', dist }
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => void server.close())
  return { npm_config_registry: url, npm_config_cache: temporaryFolder(), npm_config_userconfig: '/dev/null' }
}

describe('skills add', () => {
  it('shows what a folder asks for, asks, and runs its scripts in a sandbox', async () => {
    const { home, run, play, installed } = bellSkill()
    const add = startCommand(['skills', 'add', './bell'], { home, cwd: home, terminal: true })
    await until(() => add.stdout.includes('Add it? [y/N]'))
    for (const line of [
      'bell 1.0.0: A bell.',
      `  from      folder ${join(home, 'bell')}`,
      '  licence   MIT',
      '  runs      scripts/ring.sh',
      '            in a sandbox: sees its own folder and data, and no other file of yours',
      '  network   no',
      '  variables BELL_TONE',
    ])
      expect(add.stdout).toContain(line)
    add.stdin.write('y\n')
    expect(await add.closed).toBe(0)
    expect(readdirSync(join(home, 'home')).filter((name) => name.startsWith('.adding'))).toEqual([])
    expect(existsSync(join(installed, 'scripts/ring.sh'))).toBe(true)
    const listed = await run('skills', 'list')
    expect(listed.stdout).toContain('bell 1.0.0 (healthy, in a sandbox): A bell.')
    const { skills } = JSON.parse((await run('skills', 'list', '--json')).stdout) as { skills: { name: string }[] }
    expect(skills.find(({ name }) => name === 'bell')).toMatchObject({
      demands: { programs: ['scripts/ring.sh'], runs: 'in_sandbox', network: false, variables: ['BELL_TONE'] },
      origin: { kind: 'folder', trusted: false, changed: false },
    })
    expect((await run('skills', 'show', 'bell')).stdout).toMatch(/added: \d{4}-\d\d-\d\d, from folder .*\n.*runs/)
    if (canSandbox) expect(await play()).toContain('Ding.')
  })

  it('changes nothing if the user does not agree, or cannot be asked', async () => {
    const { home, run, installed } = bellSkill()
    const add = startCommand(['skills', 'add', './bell'], { home, cwd: home, terminal: true })
    await until(() => add.stdout.includes('[y/N]'))
    add.stdin.write('\n')
    expect(await add.closed).toBe(1)
    expect(await run('skills', 'add', './bell')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes') as string,
    })
    expect(existsSync(installed)).toBe(false)
    expect(existsSync(join(home, 'home/installed-skills'))).toBe(false)
  })

  it('adds what `skill pack` packed; update, trust and remove follow', async () => {
    const { home, skill, write, run, play, installed } = bellSkill()
    writeFileSync(join(skill, 'config.json'), '{"tone":"low"}')
    const packed = await run('skill', 'pack', 'bell')
    expect(packed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/wrote bell-1\.0\.0\.tgz: 3 files/) as string,
    })
    expect(packed.stdout).toContain('without config.json')
    expect(await run('skills', 'add', 'bell-1.0.0.tgz', '--yes')).toMatchObject({ code: 0 })
    expect(readdirSync(installed).sort()).toEqual(['package.json', 'scripts', 'skill.json'])
    expect((await run('skills', 'update')).stdout).toBe('bell 1.0.0 is up to date.\n')

    write('Dong.', { version: '1.1.0', network: true })
    await run('skill', 'pack', 'bell', '--out', 'bell-1.0.0.tgz')
    const updated = await run('skills', 'update', 'bell', '--yes')
    expect(updated.stdout).toMatch(/bell, now 1\.1\.0: .*network {3}yes.*Updated bell\./s)
    if (canSandbox) expect(await play()).toContain('Dong.')

    expect((await run('skills', 'trust', 'bell', '--yes')).stdout).toContain('with your rights')
    expect((await run('skills', 'list')).stdout).toContain('bell 1.1.0 (healthy):')
    expect(await play()).toContain('Dong.')
    writeFileSync(join(installed, 'scripts/ring.sh'), script('Clang.'))
    const changed = await run('skills', 'list')
    expect(changed.stdout).toContain('bell 1.1.0 (changed):')
    expect(changed.stderr).toContain('skills trust bell')
    expect(await play()).not.toContain('Clang.')
    await run('skills', 'trust', 'bell', '--sandbox', '--yes')
    expect((await run('skills', 'list')).stdout).toContain('bell 1.1.0 (healthy, in a sandbox)')

    expect((await run('skills', 'remove', 'bell')).stdout).toContain('Removed bell')
    expect(existsSync(installed)).toBe(false)
    expect((await run('skills', 'list')).stdout).not.toContain('bell')
    expect(await run('skills', 'remove', 'bell')).toMatchObject({ code: 2 })
    expect(existsSync(join(home, 'home/skills'))).toBe(true)
  })

  it('fetches a package of npm and what it depends on, and runs no script of a package', async () => {
    const { home, skill, run, installed } = bellSkill()
    const tar = async (files: Record<string, string>) =>
      gzipSync(
        await packTar(
          Object.entries(files).map(([name, body]) => ({
            header: { name: `package/${name}`, size: body.length, type: 'file' },
            body,
          })),
        ),
      )
    const hook = { scripts: { preinstall: 'touch /tmp/narratoria-hook', install: 'touch /tmp/narratoria-hook' } }
    const helper = { name: 'bell-helper', version: '1.0.0', ...hook }
    const main = { name: '@someone/bell', version: '1.0.0', dependencies: { 'bell-helper': '^1.0.0' }, ...hook }
    const env = await registry({
      '@someone/bell': await tar({
        'package.json': JSON.stringify(main),
        'skills/bell/package.json': JSON.stringify(main),
        'skills/bell/skill.json': readFileSync(join(skill, 'skill.json'), 'utf8'),
        'skills/bell/scripts/ring.sh': script('Ding.'),
      }),
      'bell-helper': await tar({ 'package.json': JSON.stringify(helper), 'index.js': '' }),
    })
    const cwd = temporaryFolder()
    const added = await narratoria(['skills', 'add', '@someone/bell', '--yes'], { home, cwd, env })
    expect(added, added.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('from      package @someone/bell') as string,
    })
    expect(existsSync(join(installed, 'node_modules/bell-helper/index.js'))).toBe(true)
    expect(existsSync('/tmp/narratoria-hook')).toBe(false)
    expect(readdirSync(cwd)).toEqual([])
    const missing = await narratoria(['skills', 'add', 'no-such-skill', '--yes'], { home, cwd, env })
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringMatching(/npm could not fetch it: .*404/) as string })
    expect((await run('skills', 'list')).stdout).toContain('bell')
  })
})
