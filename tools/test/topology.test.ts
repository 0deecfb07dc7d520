import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** What each package may import of its siblings: dependencies point one way. */
const allowed: Record<string, string[]> = {
  protocol: [],
  'tool-sdk': ['protocol'],
  executor: ['protocol'],
  skills: ['protocol'],
  planner: ['protocol', 'skills'],
  runtime: ['protocol', 'executor', 'skills', 'planner'],
  story: ['protocol', 'executor', 'skills', 'planner', 'runtime'],
}

const packages = Object.keys(allowed).filter((name) => existsSync(join(root, 'packages', name)))

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '')
}

function sourcesOf(name: string): string[] {
  return globSync(`packages/${name}/src/**/*.ts`, { cwd: root }).map((file) => join(root, file))
}

describe('topology', () => {
  it.each(packages)('%s imports only the packages below it', (name) => {
    const siblings = sourcesOf(name)
      .flatMap(importsOf)
      .filter((specifier) => specifier.startsWith('@narratoria/'))
      .map((specifier) => specifier.split('/')[1] ?? '')
    expect([...new Set(siblings)].filter((sibling) => sibling !== name && !allowed[name]?.includes(sibling))).toEqual(
      [],
    )
  })

  it.each(packages)('%s declares only the packages below it', (name) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
      dependencies?: object
    }
    const siblings = Object.keys(manifest.dependencies ?? {}).filter((dependency) =>
      dependency.startsWith('@narratoria/'),
    )
    expect(siblings.filter((sibling) => !allowed[name]?.includes(sibling.slice('@narratoria/'.length)))).toEqual([])
  })

  it('protocol imports nothing that only Node has', () => {
    expect(
      sourcesOf('protocol')
        .flatMap(importsOf)
        .filter((specifier) => specifier.startsWith('node:')),
    ).toEqual([])
  })

  it('no package reaches into a sibling past its export map', () => {
    const deep = packages
      .flatMap(sourcesOf)
      .flatMap(importsOf)
      .filter((specifier) => /^@narratoria\/[^/]+\/(?:src|dist)\b/.test(specifier))
    expect(deep).toEqual([])
  })

  it('no package index exports everything of a module', () => {
    const indexes = packages.map((name) => join(root, 'packages', name, 'src', 'index.ts'))
    expect(indexes.filter((file) => /export \*/.test(readFileSync(file, 'utf8')))).toEqual([])
  })
})

describe('committed files', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)

  it('hold no path of the machine that they were written on', () => {
    const texts = tracked
      .filter((file) => existsSync(join(root, file)))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
    const places = [`${root}/`, `${homedir()}/`]
    expect(texts.filter(([, text]) => places.some((place) => text.includes(place))).map(([file]) => file)).toEqual([])
  })

  it('hold no registry address', () => {
    const manifests = tracked.filter((file) =>
      /(?:pnpm-lock\.yaml|package(?:-lock)?\.json|pnpm-workspace\.yaml|\.npmrc)$/.test(file),
    )
    const addresses = manifests.flatMap(
      (file) => readFileSync(join(root, file), 'utf8').match(/https?:\/\/[^\s"']*(?:registry|\.tgz)[^\s"']*/g) ?? [],
    )
    expect(addresses).toEqual([])
    expect(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')).not.toMatch(/https?:\/\//)
  })
})

describe('scripts', () => {
  const manifests = globSync('{packages,apps,skills}/*/package.json', { cwd: root })

  it.each(manifests)('%s has the same few as every other', (file) => {
    const { scripts } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { scripts: object }
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['build', 'test', 'typecheck', 'lint']))
  })
})
