import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishablePackages } from '../packages.mjs'
import { root } from './markdown.ts'

interface Manifest {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const page = readFileSync(join(root, 'docs', 'dependencies.md'), 'utf8')
const rows = page.split('\n').flatMap((line) => {
  const [, subject = '', names = '', reason = ''] = line.split('|').map((cell) => cell.trim())
  return reason === '' ? [] : names.split(', ').map((name) => ({ subject, name }))
})

describe('docs/dependencies.md', () => {
  it.each(publishablePackages())(
    'has a row for each dependency of $name, and none that is gone',
    ({ name, manifest }) => {
      const { dependencies, peerDependencies } = manifest as Manifest
      const own = Object.keys({ ...dependencies, ...peerDependencies })
      const told = rows.filter(({ subject }) => `@narratoria/${subject}` === name).map((row) => row.name)
      const foreign = own.filter((dependency) => !dependency.startsWith('@narratoria/'))
      expect(told.filter((dependency) => !dependency.startsWith('@narratoria/')).toSorted()).toEqual(foreign.toSorted())
    },
  )

  it('names whatever else the workspace installs', () => {
    const manifests = globSync(
      ['package.json', '{packages,apps,skills,examples}/*/package.json', 'benchmarks/package.json'],
      {
        cwd: root,
      },
    )
    const installed = manifests.flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest
      return Object.keys({ ...dependencies, ...devDependencies })
    })
    const isNamed = (name: string) =>
      page.includes(
        name
          .replace(/^@types\/.*/, '@types/*')
          .replace(/^typescript-.*/, 'typescript')
          .replace(/^@(emotion|fontsource-variable)\//, '/'),
      )
    const foreign = [...new Set(installed)].filter(
      (name) => !name.startsWith('@narratoria/') && !name.startsWith('skill-'),
    )
    expect(foreign.filter((name) => !isNamed(name))).toEqual([])
  })
})
