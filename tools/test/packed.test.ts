import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { packPackage, publishablePackages } from '../packages.mjs'

const program = `
import { parseEvent } from '@narratoria/protocol'
import { defineTool } from '@narratoria/tool-sdk'
import { testTool } from '@narratoria/tool-sdk/testing'

const event = parseEvent('{"version":"0","type":"done","ok":true}')
const tool = defineTool({ name: 'count', run: (_input, { patch }) => patch({ counted: 1 }) })
const { ok, output } = await testTool(tool)
process.stdout.write(JSON.stringify({ event, ok, output }))
`

// All packages, installed by npm, are in consumer.e2e.test.ts.
it('the packed protocol and tool SDK work in an empty project', () => {
  const project = mkdtempSync(join(tmpdir(), 'narratoria-packed-'))
  onTestFinished(() => rmSync(project, { recursive: true, force: true }))
  const packed = ['@narratoria/protocol', '@narratoria/tool-sdk'].map((name) => {
    const { dir, manifest } = publishablePackages().find((each) => each.name === name)!
    const folder = join(project, 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['-xzf', packPackage(dir, project), '-C', folder, '--strip-components', '1'])
    return { dir, dependencies: Object.keys(manifest.dependencies as object) }
  })
  // Dependencies of others are linked, so that nothing is fetched.
  for (const { dir, dependencies } of packed) {
    for (const name of dependencies.filter((dependency) => !dependency.startsWith('@narratoria/'))) {
      const link = join(project, 'node_modules', name)
      mkdirSync(dirname(link), { recursive: true })
      rmSync(link, { force: true })
      symlinkSync(join(dir, 'node_modules', name), link, 'junction')
    }
  }
  const args = ['--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({ event: { type: 'done' }, ok: true, output: { counted: 1 } })
})
