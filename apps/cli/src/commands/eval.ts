import { StubPlanner } from '@narratoria/planner'
import { type EvaluationReport, type EvaluationScore, evaluatePlanner, evaluationSet } from '@narratoria/planner/eval'
import { openSkills } from '@narratoria/skills'
import { abortOnInterrupt } from '../host/interrupt.ts'
import { openModel } from '../host/open-model.ts'
import { narratoriaHome, skillRoots } from '../host/skill-roots.ts'

interface EvalOptions {
  planner: 'stub' | 'llama'
  model?: string
  failures?: boolean
  json?: boolean
}

/** `narratoria eval planner`: plans the public evaluation set and says how much of it was planned right (SC-002). */
export async function evalPlanner(options: EvalOptions): Promise<void> {
  const interrupt = abortOnInterrupt()
  const skills = await openSkills({ roots: skillRoots({ skills: [], shippedSkills: true }), home: narratoriaHome() })
  const model = options.planner === 'llama' ? await openModel({ ...options, required: true }) : undefined
  try {
    const set = evaluationSet(skills.list())
    const planner = model?.planner ?? new StubPlanner()
    const report = await evaluatePlanner(planner, set, { signal: interrupt.signal })
    process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : describe(report, options.failures === true))
  } finally {
    interrupt.release()
    await model?.close()
    await skills.close()
  }
}

function describe(report: EvaluationReport, withFailures: boolean): string {
  const { planMs } = report
  const lines = [
    `planner ${report.planner}`,
    `chose right    ${share(report.all)}`,
    `  tuned half   ${share(report.tuned)}`,
    `  held out     ${share(report.heldOut)}`,
    `  blind        ${share(report.blind)}`,
    `planned at all ${share(report.planned)}`,
    `time a plan    median ${round(planMs.median)} ms, 95th percentile ${round(planMs.p95)} ms, longest ${round(planMs.max)} ms`,
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

function round(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0)
}
