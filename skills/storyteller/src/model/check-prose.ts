import { narrationWords } from '@narratoria/content'
import type { ChatMessage } from '@narratoria/models'
import type { ToolRequest } from '@narratoria/protocol'
import { type Contradiction, findContradictions } from '@narratoria/world/claims'
import type { WorldState } from '@narratoria/world'
import { readCampaign } from '../context/blocks.ts'

/** A sentence that the world contradicts, and why. */
export interface Fault {
  sentence: string
  reason: string
}

const reasons: Record<Contradiction['kind'], string> = {
  absent_speaks: 'is not here and cannot speak',
  dead_speaks: 'is dead and cannot speak',
  absent_thing_used: 'is neither here nor carried and cannot be used',
}

/** Finds the sentences of a model's prose that the world contradicts. Empty in a story without a world. */
export function faultsOf(
  prose: string,
  { campaign, state, turn }: Pick<ToolRequest, 'campaign' | 'state' | 'turn'>,
): Fault[] {
  if (!campaign) return []
  const { report, ...others } = (state.world ?? {}) as WorldState
  // The report of an earlier turn accepts nothing in this one.
  const now = report && report.seq === turn?.seq ? { ...others, report } : others
  const found = findContradictions(readCampaign(campaign).world, now, prose, { words: narrationWords })
  return found.map(({ kind, name, sentence }) => ({ sentence, reason: `${name} ${reasons[kind]}` }))
}

/** The messages that ask a model to narrate again. */
export function correctionOf(prose: string, faults: readonly Fault[]): ChatMessage[] {
  const complaints = faults.map(({ sentence, reason }) => `- ${JSON.stringify(sentence.slice(0, 300))}: ${reason}.`)
  return [
    { role: 'assistant', content: prose },
    {
      role: 'user',
      content: `That narration contradicts the world or its limits:\n${complaints.join('\n')}\nNarrate the same turn again without that. Write only the narration.`,
    },
  ]
}
