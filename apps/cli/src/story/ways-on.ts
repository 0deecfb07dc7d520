import type { TurnResult } from '@narratoria/protocol'
import type { OpenHost } from '../host/open-host.ts'

/** What a player can do after a turn that no plan could play (FR-028): what failed was told in the story itself. */
export function waysOn(host: Pick<OpenHost, 'skills' | 'plannerName'>, result: TurnResult): string {
  const skills = new Set(failedTools(result).flatMap((path) => host.skills.scriptAt(path)?.skill.name ?? []))
  const repair = [...skills].map((name) => `narratoria skills check ${name}`)
  return [
    'This turn could not be played as it was planned. You can',
    '  /retry           try the same again',
    '  /undo            go back to before it',
    '  or say it in another way, or do something else',
    host.plannerName === 'stub'
      ? '  /planner llama   have a language model plan, where there is one'
      : '  /planner stub    have it planned without a language model, then /retry',
    ...(repair.length > 0 ? [`  ${repair.join(', ')}   see what is wrong with the skill`] : []),
  ].join('\n')
}

function failedTools({ attempts }: TurnResult): string[] {
  return attempts.flatMap(({ plan, result }) =>
    (plan?.tools ?? []).flatMap(({ toolId, toolPath }) => (result?.failedTools.includes(toolId) ? [toolPath] : [])),
  )
}
