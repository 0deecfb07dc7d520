import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { narratoria } from '../../command-line.ts'

test('commands of a cluster say what is missing or wrong, and what to do', async () => {
  const env = { NARRATORIA_STORE: '', NARRATORIA_CLUSTER_KEY: '', AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }
  const refused = async (...args: string[]) => {
    const { code, stderr } = await narratoria(args, { env })
    expect(code).toBe(2)
    return stderr
  }
  expect(await refused('worker')).toContain('give --store postgres://… or set NARRATORIA_STORE')
  expect(await refused('cluster', 'status')).toContain('set NARRATORIA_STORE')
  expect(await refused('cluster', 'status', '--store', 'sessions.db')).toContain('postgres://user@host:5432/name')
  expect(await refused('cluster', 'status', '--store', 'postgres://a:b@127.0.0.1:1/c')).toContain('127.0.0.1:1/c')
  expect(await refused('serve', '--port', '0', '--store', 'postgres://a@127.0.0.1:1/c')).toContain(
    'NARRATORIA_CLUSTER_KEY',
  )
  const bucket = ['--store', 'postgres://a:b@127.0.0.1:1/c', '--bucket']
  expect(await refused('worker', ...bucket, 'https://s3.example.org/stories')).toContain('AWS_ACCESS_KEY_ID')
  expect(await refused('worker', '--concurrency', '0', '--store', 'postgres://a:b@h/c')).toContain('--concurrency')
})

test.each([
  ['--shared', '/tmp'],
  ['--bucket', 'https://s3.example.org/stories'],
  ['--name', 'one'],
  ['--turns', '4'],
  ['--lost-turns', 'report'],
  ['--health-port', '0'],
])('serve refuses %s without a database', async (option, value) => {
  const { code, stderr } = await narratoria(['serve', '--port', '0', option, value], { env: { NARRATORIA_STORE: '' } })
  expect(code).toBe(2)
  expect(stderr).toContain(`${option} is for a cluster; give --store postgres://… or set NARRATORIA_STORE`)
})

test('nothing but the commands of a cluster loads its package or a client of a database', () => {
  const root = fileURLToPath(new URL('../../../../../', import.meta.url))
  const files = globSync('{apps,packages,skills}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.replaceAll('\\', '/').startsWith('packages/cluster/'),
  )
  expect(files.length).toBeGreaterThan(500)
  const loading = files.filter((file) =>
    readFileSync(`${root}${file}`, 'utf8')
      .split('\n')
      .some(
        (line) => /['"](@narratoria\/cluster|pg|pg-boss)['"]/.test(line) && !/import type|typeof import/.test(line),
      ),
  )
  expect(loading.map((file) => file.replaceAll('\\', '/'))).toEqual(['apps/cli/src/host/load-cluster.ts'])
  expect(readFileSync(`${root}apps/cli/src/host/load-cluster.ts`, 'utf8')).toContain(
    "await import('@narratoria/cluster')",
  )
})
