import { expect, test } from 'vitest'
import { evaluate } from '../../src/formula/arithmetic.ts'

test.each([
  ['1+2*3', 7],
  ['(1+2)*3', 9],
  ['10-4-3', 3],
  ['2^3^2', 512],
  ['2**3', 8],
  ['-2^2', -4],
  ['2*-3', -6],
  ['7%4+8/4', 5],
  ['round(7/2)+floor(2.9)+ceil(2.1)', 9],
  ['max(3, 9, 4)-min(2,1)', 8],
  ['pow(2,10)+abs(-4)+sign(-9)', 1027],
  ['sqrt(16)+1e2', 104],
  [5, 5],
])('FR-055: the sums of a formula: %s is %d', (sum, result) => {
  expect(evaluate(sum)).toBe(result)
})

test.each(['', '1+', '(1', '1)', 'process', 'constructor(1)', '1 2', '2//3', 'alert(1)'])(
  'FR-055: "%s" is not a valid expression',
  (text) => {
    expect(() => evaluate(text)).toThrow(SyntaxError)
  },
)
