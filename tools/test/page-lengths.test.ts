import { describe, expect, it } from 'vitest'
import { pages, textOf } from './markdown.ts'

/** Pages that a reader sees as a whole, and what fits on them. */
const limits: { of: RegExp; lines: number; words: number }[] = [
  { of: /^docs\/decisions\//, lines: 60, words: 1_100 },
  { of: /^(AGENTS|docs\/glossary)\.md$/, lines: 75, words: 1_000 },
]
const short = limits.flatMap(({ of, lines, words }) =>
  pages.filter((page) => of.test(page)).map((page) => ({ page, lines, words })),
)

describe('a page that is read as a whole', () => {
  it.each(short)('$page has at most $lines lines and $words words', ({ page, lines, words }) => {
    const text = textOf(page)
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(lines)
    expect(text.match(/[\p{L}\p{N}]\S*/gu)!.length).toBeLessThanOrEqual(words)
  })

  it('of the decisions is in their list', () => {
    const listed = Array.from(textOf('docs/decisions/README.md').matchAll(/\]\(([\w-]+\.md)\)/g), ([, page]) => page)
    const present = pages.flatMap((page) => /^docs\/decisions\/(?!README)(.+)$/.exec(page)?.[1] ?? [])
    expect(new Set(listed)).toEqual(new Set(present))
  })
})
