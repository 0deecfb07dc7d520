import type { TurnResult } from '@narratoria/protocol'
import type { OpenHost } from '../host/open-host.ts'

/**
 * What a player can do after a turn that no plan could play (FR-028): what failed was told in the story itself. Within a
 * story by its commands; where the turn was played alone, by those of the command line for `sessionId`.
 */
export function waysOn(host: Pick<OpenHost, 'skills' | 'plannerName'>, result: TurnResult, sessionId?: string): string {
  const skills = new Set(failedTools(result).flatMap((path) => host.skills.scriptAt(path)?.skill.name ?? []))
  const repair = [...skills].map((name) => `  narratoria skills check ${name}   see what is wrong with the skill`)
  const ways = sessionId === undefined ? commandsOf(host) : commandLinesOf(host, sessionId)
  return ['This turn could not be played as it was planned. You can', ...ways, ...repair].join('\n')
}

function commandsOf({ plannerName }: Pick<OpenHost, 'plannerName'>): string[] {
  return [
    '  /retry           try the same again',
    '  /undo            go back to before it',
    '  or say it in another way, or do something else',
    plannerName === 'stub'
      ? '  /planner llama   have a language model plan, where there is one'
      : '  /planner stub    have it planned without a language model, then /retry',
  ]
}

function commandLinesOf({ plannerName }: Pick<OpenHost, 'plannerName'>, sessionId: string): string[] {
  const other = plannerName === 'stub' ? 'llama' : 'stub'
  return [
    `  narratoria sessions undo ${sessionId}   go back to before it, to try the same again`,
    `  narratoria play --session ${sessionId}   go on and say it in another way, or do something else`,
    `  narratoria play --session ${sessionId} --planner ${other}   have another planner plan`,
  ]
}

function failedTools({ attempts }: TurnResult): string[] {
  return attempts.flatMap(({ plan, result }) =>
    (plan?.tools ?? []).flatMap(({ toolId, toolPath }) => (result?.failedTools.includes(toolId) ? [toolPath] : [])),
  )
}
