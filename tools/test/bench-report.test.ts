import { expect, it } from 'vitest'
import type { Measured } from '../../benchmarks/src/measure.ts'
import { formatMarkdown, formatTable } from '../../benchmarks/src/report.ts'

const reference = { name: 'by hand', version: '1.0.0', run() {} }
const good = { name: 'ours', bar: 1.5, run() {} }
const slow = { name: 'a | b', bar: 2, run() {} }
const benchCase = { name: 'reading', reference, contenders: [good, slow], rounds: 9, note: 'Beside other work.' }
const measurements: Measured['measurements'] = [
  { contender: reference, value: 10, ratio: 1, spread: [1, 1] },
  { contender: good, value: 12.34, ratio: 1.234, spread: [1.2, 1.3] },
  { contender: slow, value: 250, ratio: 25, spread: [24, 26.04] },
]
// Fewer than the case asks for: its time was over.
const measured: Measured = { rounds: 5, measurements }

it('a bench tells its table as Markdown, ready to be pasted', () => {
  expect(formatMarkdown(benchCase, measured)).toBe(
    [
      '### reading (5 rounds)',
      '',
      '| name | ratio | spread | time | bar | met |',
      '| --- | ---: | --- | ---: | --- | --- |',
      '| by hand 1.0.0 | reference | – | 10.0 ms | – | – |',
      '| ours | 1.23× | 1.20–1.30 | 12.3 ms | ≤ 1.5 | met |',
      String.raw`| a \| b | 25.0× | 24.0–26.0 | 250 ms | ≤ 2 | missed |`,
      '',
      'Beside other work.',
    ].join('\n'),
  )
  expect(formatMarkdown({ ...benchCase, unit: 'MB' }, measured)).toContain('| ratio | spread | MB |')
})

it('a bench tells its table for a terminal, a missed bar in capitals', () => {
  const lines = formatTable(benchCase, measured).split('\n')
  expect(lines[2]).toMatch(/^ {2}ours +1\.23× +\(1\.20–1\.30\) +12\.3 ms +≤ 1\.5 met$/)
  expect(lines[3]).toMatch(/25\.0× .* ≤ 2 MISSED$/)
})
