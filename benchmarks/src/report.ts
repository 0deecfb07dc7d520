import { cpus, loadavg, release, totalmem, type } from 'node:os'
import type { BenchCase } from './bench-case.ts'
import type { Measurement } from './measure.ts'

/** The machine that the figures are of. */
export function describeMachine(): string {
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const load = loadavg()[0]!.toFixed(1)
  return `${cpu?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${memory}; ${type()} ${release()}, Node ${process.version}; load ${load}`
}

/** A case's measurements as a table: the ratio to the reference with its quartiles, the absolute figure, the bar and whether it is met. */
export function formatTable(
  { name, unit = 'ms', rounds = 9 }: BenchCase,
  measurements: readonly Measurement[],
): string {
  const rows = measurements.map(({ contender, value, ratio, spread }, at) => [
    `${contender.name}${contender.version === undefined ? '' : ` ${contender.version}`}`,
    at === 0 ? 'reference' : `${formatNumber(ratio)}×`,
    at === 0 ? '' : `(${spread.map(formatNumber).join('–')})`,
    `${formatNumber(value)} ${unit}`,
    contender.bar === undefined ? '' : `≤ ${contender.bar}${ratio <= contender.bar ? ' met' : ' MISSED'}`,
  ])
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column === 4 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  )
  return [`${name} (${rounds} rounds)`, ...lines.map((line) => `  ${line}`)].join('\n')
}

function formatNumber(value: number): string {
  if (value >= 100) return value.toFixed(0)
  if (value >= 10) return value.toFixed(1)
  return value.toFixed(value >= 0.1 ? 2 : 4)
}
