import { basename } from 'node:path'
import { toMermaid } from '@narratoria/executor'
import type { Plan } from '@narratoria/protocol'
import { agreedToSkillsOrTold } from '../host/agree.ts'
import { type HostOptions, openHost } from '../host/open-host.ts'

interface PlanOptions extends HostOptions {
  disable: string[]
  json?: boolean
  graph?: boolean
}

/** `narratoria plan`: shows what would run, and runs nothing. */
export async function plan(prompt: string, options: PlanOptions): Promise<void> {
  const host = await openHost(options, { agreed: agreedToSkillsOrTold })
  try {
    const made = await host.plan(prompt, { disabledSkills: options.disable })
    if (options.json) process.stdout.write(`${JSON.stringify(made)}\n`)
    else if (options.graph) process.stdout.write(`${toMermaid(made)}\n`)
    else process.stdout.write(describe(made))
  } finally {
    await host.close()
  }
}

function describe(plan: Plan): string {
  const steps = plan.tools.map((tool, index) => {
    const after = tool.dependencies?.length ? ` after ${tool.dependencies.join(', ')}` : ''
    const optional = tool.required === false ? ' (optional)' : ''
    return `${index + 1}. ${tool.toolId}: ${basename(tool.toolPath)}${after}${optional}\n   ${JSON.stringify(tool.input ?? {})}\n`
  })
  return `${plan.narrative ? `${plan.narrative}\n` : ''}${steps.join('') || 'Nothing would run.\n'}`
}
