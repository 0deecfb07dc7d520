import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root, textOf } from './markdown.ts'

/** An exported class or interface. */
interface Declared {
  file: string
  name: string
  /** What it extends or implements. */
  bases: string[]
  body: string
}

const declared = globSync(['packages/*/src/**/*.ts', 'apps/web/src/server/**/*.ts'], { cwd: root }).flatMap(
  (file): Declared[] =>
    Array.from(
      textOf(file).matchAll(/^export (?:abstract )?(?:class|interface) (\w+)([^{]*)\{([\s\S]*?)^\}$/gm),
      ([, name = '', heritage = '', body = '']) => ({ file, name, bases: heritage.match(/\w+/g) ?? [], body }),
    ),
)

const indexes = [
  'packages/*/src/{index,exchange,store-parts}.ts',
  'packages/*/src/*/index.ts',
  'apps/web/src/server/index.ts',
]

/** The names that packages and the web server export. */
const publicNames = new Set(globSync(indexes, { cwd: root }).flatMap((file) => textOf(file).match(/\w+/g) ?? []))

/** The members of a declaration that release something: `close`, and names that mean the same. */
const closing = /^ {2}(?:async )?(close|stop|dispose|shutdown|destroy|end)\(([^)]*)\): Promise<void>/gm

const lifetimes = declared
  .filter(({ name }) => publicNames.has(name))
  .flatMap((each) =>
    Array.from(each.body.matchAll(closing), ([, method = '', parameters = '']) => ({ ...each, method, parameters })),
  )

function isDisposable({ bases, body }: Declared): boolean {
  if (bases.includes('AsyncDisposable') || body.includes('[Symbol.asyncDispose]')) return true
  return declared.some((other) => bases.includes(other.name) && isDisposable(other))
}

describe('what can be closed', () => {
  it('is found', () => {
    expect(lifetimes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Narratoria', 'Executor', 'SessionStore', 'StoryHttpHandler', 'Database', 'WebServer']),
    )
  })

  it.each(lifetimes)('$name of $file is closed with `close`, and disposable', (each) => {
    expect(each.method).toBe('close')
    expect(isDisposable(each)).toBe(true)
    expect(each.parameters).toMatch(/^$|^options\?: (?:CloseOptions|\{ force\?: boolean \})$|^\{ force = false \}: /)
  })
})
