import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { fuzzAndKeep } from './fuzz.ts'

it('an input that fails is kept in its smallest form, and tried first from then on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-found-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'numbers.json')
  const below100 = fc.property(fc.nat(), (number) => number < 100)
  expect(() => fc.assert(below100, fuzzAndKeep(file))).toThrow('Counterexample: [100]')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([100])

  const seen: number[] = []
  fc.assert(
    fc.property(fc.nat(), (number) => void seen.push(number)),
    fuzzAndKeep<number>(file),
  )
  expect(seen[0]).toBe(100)
  expect(() => fc.assert(below100, fuzzAndKeep(file))).toThrow('Counterexample: [100]')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([100])
})
