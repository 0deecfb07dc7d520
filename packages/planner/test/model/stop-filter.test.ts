import fc from 'fast-check'
import { expect, it } from 'vitest'
import { StopFilter } from '../../src/model/stop-filter.ts'

it('shows the text before the first stop text, however it is cut into pieces', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 30 })
  const stops = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), {
    maxLength: 3,
  })
  fc.assert(
    fc.property(fc.array(text), stops, (pieces, given) => {
      const filter = new StopFilter(given)
      const shown = pieces.map((piece) => filter.push(piece)).join('') + filter.end()
      const whole = pieces.join('')
      const ends = given.map((stop) => whole.indexOf(stop)).filter((at) => at !== -1)
      const stopped = ends.length > 0
      expect(filter.stopped).toBe(stopped)
      // A stop text that ends first may start later than one that is not complete yet.
      if (!stopped) expect(shown).toBe(whole)
      else expect(given.some((stop) => whole.startsWith(shown + stop))).toBe(true)
      expect(given.every((stop) => !shown.includes(stop))).toBe(true)
    }),
  )
})
