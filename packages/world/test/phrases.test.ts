import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../src')
const source = globSync('**/*.ts', { cwd: folder })
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n')
const literals = new Set([...source.matchAll(/['`]([a-z-]+(?:\.[a-z-]+)*)['`]/g)].map(([, key = '']) => key))

/** Keys that are put together from a prefix and an act, a manner, an outcome or a form. */
const composed =
  /^(?:form|deed|did|choice|mind|force|perception|hear|social|reply|order|state|attempt|answer\.(?:unknown|refused|asks))\.|^recall\.(?:read|fact|opening)$|^(?:eat|drink)\.(?:done|not|nothing|served)$|^(?:push|pull)\.(?:fixed|loose)$|^(?:take|drop|put)\.nothing$|^(?:thing|person)\.missing$/

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

  it('that are lists of words agree with the words of the parser', () => {
    const wordsOf = (key: string) => phrases[key]!.flatMap((line) => line.split(' '))
    expect(phrases['say.greetings']).toEqual(lexicon.greetings)
    expect(wordsOf('hear.you')).toEqual(lexicon.addressees)
    expect(wordsOf('recall.it').toSorted()).toEqual(
      lexicon.pronouns.it.filter((word) => !word.includes(' ') && !lexicon.one.includes(word)).toSorted(),
    )
  })
})
