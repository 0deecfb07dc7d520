import { basename } from 'node:path'
import { toMermaid } from '@narratoria/executor'
import type { Plan } from '@narratoria/protocol'
import { confirmedLocalSkills } from '../../host/confirm-local-skills.ts'
import { openHost } from '../../host/open-host.ts'
import type { Io } from '../../io.ts'
import { printJson, printText } from '../../terminal/print.ts'
import type { PlanOptions } from './command.ts'

/** `narratoria plan`: shows a plan without running it. */
export async function plan(options: PlanOptions, io: Io): Promise<void> {
  const host = await openHost(io, options, {
    confirm: () => confirmedLocalSkills(io, options.skills) !== undefined,
    useServers: true,
  })
  try {
    const made = await host.plan(options.prompt, { disabledSkills: options.disable })
    if (options.json) printJson(io, made)
    else printText(io, options.graph ? `${toMermaid(made)}\n` : describePlan(made))
  } finally {
    await host.close()
  }
}

function describePlan(plan: Plan): string {
  const steps = plan.tools.map((tool, index) => {
    const after = tool.dependencies?.length ? ` after ${tool.dependencies.join(', ')}` : ''
    const optional = tool.required === false ? ' (optional)' : ''
    return `${index + 1}. ${tool.toolId}: ${basename(tool.toolPath)}${after}${optional}\n   ${JSON.stringify(tool.input ?? {})}\n`
  })
  return `${plan.narrative ? `${plan.narrative}\n` : ''}${steps.join('') || 'The plan has no tools.\n'}`
}
