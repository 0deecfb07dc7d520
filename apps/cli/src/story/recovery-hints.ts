import type { TurnResult } from '@narratoria/protocol'
import type { OpenHost } from '../host/open-host.ts'

/**
 * What a player can do after a turn whose plans all failed. Names the commands of a story, or with `sessionId` those of
 * the command line.
 */
export function recoveryHints(
  host: Pick<OpenHost, 'skills' | 'plannerName'>,
  result: TurnResult,
  sessionId?: string,
): string {
  const skills = new Set(failedTools(result).flatMap((path) => host.skills.scriptAt(path)?.skill.name ?? []))
  const checks = [...skills].map((name) => `  narratoria skills check ${name}   check the skill for errors`)
  const hints = sessionId === undefined ? storyHints(host.plannerName) : shellHints(host.plannerName, sessionId)
  return ['No plan for this turn succeeded. You can', ...hints, ...checks].join('\n')
}

function storyHints(plannerName: string): string[] {
  return [
    '  /retry           try the same again',
    '  /undo            go back to before it',
    '  or say it in another way, or do something else',
    plannerName === 'stub'
      ? '  /planner llama   plan with a language model, if there is one'
      : '  /planner stub    plan without a language model, then /retry',
  ]
}

function shellHints(plannerName: string, sessionId: string): string[] {
  const other = plannerName === 'stub' ? 'llama' : 'stub'
  return [
    `  narratoria sessions undo ${sessionId}   go back to before it, to try the same again`,
    `  narratoria play --session ${sessionId}   say it in another way, or do something else`,
    `  narratoria play --session ${sessionId} --planner ${other}   use another planner`,
  ]
}

function failedTools({ attempts }: TurnResult): string[] {
  return attempts.flatMap(({ plan, result }) =>
    (plan?.tools ?? []).flatMap(({ toolId, toolPath }) => (result?.failedTools.includes(toolId) ? [toolPath] : [])),
  )
}
