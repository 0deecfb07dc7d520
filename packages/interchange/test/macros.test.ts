import { expect, it } from 'vitest'
import { expandMacros } from '../src/index.ts'

const values = { char: 'Orla', user: 'Ada', seed: 'turn 1' }
const expand = (text: string, more = {}) => expandMacros(text, { ...values, ...more }).text

it.each([
  ['{{char}} and {{USER}}', 'Orla and Ada'],
  ['<BOT>, <char> and <User>', 'Orla, Orla and Ada'],
  ['a{{// note}}b{{comment: x}}c{{hidden_key:y}}d', 'abcd'],
  ['{{reverse:abc}}', 'cba'],
  [String.raw`{{random:one\, two}}`, 'one, two'],
  ['{{pick:{{char}}}}', 'Orla'],
  ['{{unknown}} }} {{ {{', '{{unknown}} }} {{ {{'],
])('%s becomes %s', (text, expected) => {
  expect(expand(text)).toBe(expected)
})

it('draws by the seed, and picks once for all turns', () => {
  const draws = Array.from({ length: 60 }, (_, turn) =>
    expand('{{random::a::b}} {{pick:a,b}} {{roll:2d6+1}}', { seed: `${turn}`, pickSeed: 'story' }),
  )
  const columns = draws.map((draw) => draw.split(' '))
  expect(new Set(columns.map(([random]) => random))).toEqual(new Set(['a', 'b']))
  expect(new Set(columns.map(([, pick]) => pick)).size).toBe(1)
  for (const [, , roll] of columns) expect(Number(roll)).toBeGreaterThanOrEqual(3)
  for (const [, , roll] of columns) expect(Number(roll)).toBeLessThanOrEqual(13)
  expect(expand('{{roll:d20}}')).toBe(expand('{{roll:20}}'))
})

it('reports macros that are not known, and impossible dice', () => {
  expect(expandMacros('{{getvar::x}} {{roll:999d6}} {{char}}', values).unknown).toEqual([
    '{{getvar::x}}',
    '{{roll:999d6}}',
  ])
})
