import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../src')
const source = globSync('**/*.ts', { cwd: folder })
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n')
const literals = new Set([...source.matchAll(/['`]([a-z-]+(?:\.[a-z-]+)*)['`]/g)].map(([, key = '']) => key))

/** Keys that are put together from a prefix and an act, a manner, an outcome or a form. */
const composed =
  /^(?:form|deed|choice|mind|force|perception|hear|answer\.(?:unknown|refused))\.|^recall\.(?:read|fact|opening)$|^(?:eat|drink)\.(?:done|not)$|^(?:push|pull)\.(?:fixed|loose)$|^(?:take|drop|put)\.nothing$|^(?:thing|person)\.missing$/

describe('phrases', () => {
  it('exist for every key in the source', () => {
    const used = [...literals].filter((key) => /^[a-z]+\.[a-z.]+$/.test(key) && !key.endsWith('.ts'))
    expect(used.filter((key) => phrases[key] === undefined)).toEqual([])
  })

  it('are used', () => {
    expect(Object.keys(phrases).filter((key) => !literals.has(key) && !composed.test(key))).toEqual([])
  })

  it('of one key differ', () => {
    expect(Object.entries(phrases).filter(([, variants]) => new Set(variants).size < variants.length)).toEqual([])
  })
})
