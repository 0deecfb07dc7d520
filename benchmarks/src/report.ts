import { cpus, loadavg, release, totalmem, type } from 'node:os'
import type { BenchCase } from './bench-case.ts'
import type { Measured, Measurement } from './measure.ts'

/** Describes the machine: processor, cores, memory, system, Node and load. */
export function describeMachine(): string {
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const load = loadavg()[0]!.toFixed(1)
  return `${cpu?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${memory}; ${type()} ${release()}, Node ${process.version}; load ${load}`
}

/** Formats a case for a terminal: the ratio to the reference with its quartiles, the absolute value, the bar and whether it is met. */
export function formatTable({ name, unit, note }: BenchCase, { rounds, measurements }: Measured): string {
  const rows = measurements
    .map((measurement, at) => describeRow(measurement, { unit, isReference: at === 0 }))
    .map(({ who, ratio, spread, value, bar, verdict }) => [
      who,
      ratio,
      spread && `(${spread})`,
      value,
      `${bar} ${verdict === 'missed' ? 'MISSED' : verdict}`.trim(),
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
  return [`${name} (${rounds} rounds)`, ...lines, ...(note === undefined ? [] : [note])].join('\n  ')
}

/** Formats the same table as Markdown. */
export function formatMarkdown({ name, unit, note }: BenchCase, { rounds, measurements }: Measured): string {
  const rows = measurements
    .map((measurement, at) => describeRow(measurement, { unit, isReference: at === 0 }))
    .map(({ who, ratio, spread, value, bar, verdict }) => toRow([who, ratio, spread, value, bar, verdict]))
  const table = [toRow(['name', 'ratio', 'spread', timeOr(unit), 'bar', 'met']), toRow(dashes), ...rows].join('\n')
  return [`### ${name} (${rounds} rounds)`, table, ...(note === undefined ? [] : [note])].join('\n\n')
}

const dashes = ['---', '---:', '---', '---:', '---', '---']

function toRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`) || '–').join(' | ')} |`
}

function timeOr(unit: BenchCase['unit'] = 'ms'): string {
  return unit === 'ms' ? 'time' : unit
}

function describeRow(
  { contender: { name, version, bar }, value, ratio, spread }: Measurement,
  { unit = 'ms', isReference }: { unit: BenchCase['unit']; isReference: boolean },
) {
  return {
    who: version === undefined ? name : `${name} ${version}`,
    ratio: isReference ? 'reference' : `${formatNumber(ratio)}×`,
    spread: isReference ? '' : spread.map(formatNumber).join('–'),
    value: `${formatNumber(value)} ${unit}`,
    bar: bar === undefined ? '' : `≤ ${bar}`,
    verdict: bar === undefined ? '' : ratio <= bar ? 'met' : 'missed',
  }
}

function formatNumber(value: number): string {
  if (value >= 100) return value.toFixed(0)
  if (value >= 10) return value.toFixed(1)
  return value.toFixed(value >= 0.1 ? 2 : 4)
}
