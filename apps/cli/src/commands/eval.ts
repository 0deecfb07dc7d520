import type { PlanMeasure } from '@narratoria/planner/llama'
import { StubPlanner } from '@narratoria/planner'
import { type EvaluationReport, type EvaluationScore, evaluatePlanner, evaluationSet } from '@narratoria/planner/eval'
import { openSkills } from '@narratoria/skills'
import { abortOnInterrupt } from '../host/interrupt.ts'
import { openModel } from '../host/open-model.ts'
import { describeStages, type PlanStages, roundMs, stagesOf } from '../host/plan-stages.ts'
import { narratoriaHome, skillRoots } from '../host/skill-roots.ts'

interface EvalOptions {
  planner: 'stub' | 'llama'
  model?: string
  failures?: boolean
  /** How many of the prompts to plan, spread evenly over the set. */
  first?: number
  json?: boolean
}

/** `narratoria eval planner`: plans the public evaluation set and says how much of it was planned right (SC-002). */
export async function evalPlanner(options: EvalOptions): Promise<void> {
  const interrupt = abortOnInterrupt()
  const skills = await openSkills({ roots: skillRoots({ skills: [], shippedSkills: true }), home: narratoriaHome() })
  const measures: PlanMeasure[] = []
  const onMeasure = (measure: PlanMeasure) => void measures.push(measure)
  const model = options.planner === 'llama' ? await openModel({ ...options, required: true, onMeasure }) : undefined
  try {
    const all = evaluationSet(skills.list())
    const set = { ...all, prompts: spread(all.prompts, options.first) }
    const planner = model?.planner ?? new StubPlanner()
    const report = await evaluatePlanner(planner, set, { signal: interrupt.signal })
    const stages = model && stagesOf(model.loadMs, measures)
    if (options.json)
      process.stdout.write(`${JSON.stringify({ ...withoutEmptyParts(report), ...(stages && { stages }) })}\n`)
    else process.stdout.write(describe(report, { stages, withFailures: options.failures === true }))
  } finally {
    interrupt.release()
    await model?.close()
    await skills.close()
  }
}

/** So many of the entries, as far from each other as can be, in their order. */
function spread<T>(entries: readonly T[], count = entries.length): T[] {
  const size = Math.min(count, entries.length)
  return Array.from({ length: size }, (_, at) => entries[Math.floor((at * entries.length) / size)]!)
}

/** Of a part without prompts nothing was found out: it is not told. */
function withoutEmptyParts({ tuned, heldOut, blind, ...report }: EvaluationReport) {
  const parts = Object.entries({ tuned, heldOut, blind }).filter(([, { total }]) => total > 0)
  return { ...report, ...Object.fromEntries(parts) }
}

function partLine(name: string, score: EvaluationScore): string[] {
  return score.total > 0 ? [`${name} ${share(score)}`] : []
}

function describe(
  report: EvaluationReport,
  { stages, withFailures }: { stages: PlanStages | undefined; withFailures: boolean },
): string {
  const { planMs } = report
  const lines = [
    `planner ${report.planner}`,
    `chose right    ${share(report.all)}`,
    ...partLine('  tuned half  ', report.tuned),
    ...partLine('  held out    ', report.heldOut),
    ...partLine('  blind       ', report.blind),
    `planned at all ${share(report.planned)}`,
    `time a plan    median ${roundMs(planMs.median)} ms, 95th percentile ${roundMs(planMs.p95)} ms, longest ${roundMs(planMs.max)} ms`,
    ...(stages
      ? [`stages         ${describeStages(stages)}${stages.plans > 0 ? ` (medians of ${stages.plans} plans)` : ''}`]
      : []),
  ]
  const failures = report.failures
    .filter(({ heldOut }) => !heldOut)
    .map(({ id, prompt, missing, forbidden, error }) =>
      [
        `#${id} ${prompt}`,
        error,
        missing.length > 0 && `missed ${missing.join(', ')}`,
        forbidden.length > 0 && `chose ${forbidden.join(', ')}`,
      ]
        .filter(Boolean)
        .join('; '),
    )
  return `${[...lines, ...(withFailures ? ['', 'in the tuned half:', ...failures] : [])].join('\n')}\n`
}

function share({ right, total, share: part }: EvaluationScore): string {
  return `${right} of ${total} (${(part * 100).toFixed(1)} %)`
}
