import { StubPlanner } from '@narratoria/planner'
import { type EvaluationReport, type EvaluationScore, evaluatePlanner, evaluationSet } from '@narratoria/planner/eval'
import type { PlanMeasure } from '@narratoria/planner/llama'
import { openSkills } from '@narratoria/skills'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import { openModel } from '../../host/open-model.ts'
import { describeStages, formatMs, type PlanStages, summarizeStages } from '../../host/plan-stages.ts'
import { narratoriaHome, skillRoots } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { EvalOptions } from './command.ts'

/** `narratoria eval planner`: plans the public evaluation set, and reports how many plans are right. */
export async function evalPlanner(options: EvalOptions, io: Io): Promise<void> {
  const interrupt = abortOnInterrupt(io)
  const skills = await openSkills({ roots: skillRoots(io), home: narratoriaHome(io) })
  const measures: PlanMeasure[] = []
  const onMeasure = (measure: PlanMeasure) => void measures.push(measure)
  const model = options.planner === 'llama' ? await openModel(io, { ...options, required: true, onMeasure }) : undefined
  try {
    const all = evaluationSet(skills.list())
    const set = { ...all, prompts: pickEvenly(all.prompts, options.first) }
    const report = await evaluatePlanner(model?.planner ?? new StubPlanner(), set, { signal: interrupt.signal })
    const stages = model && summarizeStages(model.loadMs, measures)
    if (options.json) printJson(io, { ...withoutEmptyParts(report), ...(stages && { stages }) })
    else print(io, [...describeReport(report, stages), ...(options.failures ? listFailures(report) : [])].join('\n'))
  } finally {
    interrupt.release()
    await model?.close()
    await skills.close()
  }
}

/** Picks `count` evenly spaced entries, in order. */
function pickEvenly<T>(entries: readonly T[], count = entries.length): T[] {
  const size = Math.min(count, entries.length)
  return Array.from({ length: size }, (_, at) => entries[Math.floor((at * entries.length) / size)]!)
}

/** Leaves out the parts of the set without prompts. */
function withoutEmptyParts({ tuned, heldOut, ...report }: EvaluationReport) {
  const parts = Object.entries({ tuned, heldOut }).filter(([, { total }]) => total > 0)
  return { ...report, ...Object.fromEntries(parts) }
}

function describeReport(report: EvaluationReport, stages: PlanStages | undefined): string[] {
  const { median, p95, max } = report.planMs
  const part = (name: string, score: EvaluationScore) => (score.total > 0 ? [`${name} ${share(score)}`] : [])
  const basis = stages && stages.plans > 0 ? ` (medians of ${stages.plans} plans)` : ''
  return [
    `planner ${report.planner}`,
    `chose right    ${share(report.all)}`,
    ...part('  open half   ', report.tuned),
    ...part('  held out    ', report.heldOut),
    ...Object.entries(report.kinds).flatMap(([kind, score]) => part(`  ${kind.padEnd(12)}`, score)),
    `planned at all ${share(report.planned)}`,
    `time a plan    median ${formatMs(median)} ms, 95th percentile ${formatMs(p95)} ms, longest ${formatMs(max)} ms`,
    ...(stages ? [`stages         ${describeStages(stages)}${basis}`] : []),
  ]
}

function listFailures({ failures }: EvaluationReport): string[] {
  const lines = failures
    .filter(({ heldOut }) => !heldOut)
    .map(({ id, prompt, missing, forbidden, error }) => {
      const missed = missing.length > 0 && `missed ${missing.join(', ')}`
      const chose = forbidden.length > 0 && `chose ${forbidden.join(', ')}`
      return [`#${id} ${prompt}`, error, missed, chose].filter(Boolean).join('; ')
    })
  return ['', 'in the open half:', ...lines]
}

function share({ right, total, share: part }: EvaluationScore): string {
  return `${right} of ${total} (${(part * 100).toFixed(1)} %)`
}
