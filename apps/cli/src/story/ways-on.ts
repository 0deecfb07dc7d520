import type { TurnResult } from '@narratoria/protocol'
import type { Narratoria } from '@narratoria/runtime'

/** What a player can do after a turn that no plan could play (FR-028): what failed was told in the story itself. */
export function waysOn(host: Narratoria, result: TurnResult): string {
  const skills = new Set(failedTools(result).flatMap((path) => host.skills.scriptAt(path)?.skill.name ?? []))
  const repair = [...skills].map((name) => `narratoria skills check ${name}`)
  return [
    'This turn could not be played as it was planned. You can',
    '  /retry       try the same again',
    '  /undo        go back to before it',
    '  …            say it another way, or do something else',
    '  narratoria play --planner stub   plan without a language model',
    ...(repair.length > 0 ? [`  ${repair.join(', ')}   see what is wrong with the skill`] : []),
  ].join('\n')
}

function failedTools({ attempts }: TurnResult): string[] {
  return attempts.flatMap(({ plan, result }) =>
    (plan?.tools ?? []).flatMap(({ toolId, toolPath }) => (result?.failedTools.includes(toolId) ? [toolPath] : [])),
  )
}
