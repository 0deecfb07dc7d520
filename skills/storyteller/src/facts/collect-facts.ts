import type { JsonObject } from '@narratoria/protocol'
import { changeFacts } from './change-facts.ts'
import { diceFacts } from './dice-fact.ts'
import { echoFacts, lightFacts } from './echo-facts.ts'
import type { Fact } from '../prose/fact.ts'
import { emptyMemoryFacts, memoryFacts } from './memory-facts.ts'
import { reputationFacts } from './reputation-facts.ts'

/** What the facts of a turn are read from. */
export interface FactSource {
  prompt: string
  /** A number that differs from turn to turn. */
  turn: number
  state: JsonObject
  dependencies: Record<string, JsonObject | null>
}

/** The facts of a turn in telling order: chance, changes, standing, memories, and what earlier turns left behind. */
export function collectFacts({ prompt, turn, state, dependencies }: FactSource): Fact[] {
  const outputs = Object.values(dependencies).filter((output) => output !== null)
  const facts = [diceFacts, changeFacts, reputationFacts].flatMap((read) => outputs.flatMap(read))
  const memories = outputs.flatMap((output) => memoryFacts(output, { prompt, turn }))
  // Where much is told already, of what earlier turns left only the light that it is seen by.
  const crowded = memories.length > 0 && facts.length > 0
  const light = crowded ? lightFacts(state, outputs, prompt) : []
  const echoes = crowded ? [] : echoFacts(state, outputs, { prompt, turn })
  const nothing = memories.length + echoes.length === 0 ? emptyMemoryFacts(outputs, prompt) : []
  return [...light, ...facts, ...memories, ...echoes, ...nothing]
}
