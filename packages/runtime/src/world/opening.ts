import { phrases } from '@narratoria/content'
import type { Choice } from '@narratoria/protocol'
import { offerActs, perform, type World } from '@narratoria/world'
import type { PlanWorld } from '@narratoria/planner'

/** How a story in a world begins: its title, the text before the first turn, and what the player can choose then. */
export function describeOpening(world: World): { title: string; text: string; choices: Choice[] } {
  const start = { world, state: world.state ?? {} }
  return { title: world.title, text: openingOf(start), choices: choicesIn(start) }
}

/** The text that a story in a world opens with: its opening, and what the player sees at the first place. */
export function openingOf({ world, state }: PlanWorld): string {
  const { summary } = perform(world, state, { act: 'look' }, { seq: 0, phrases })
  return [world.opening, summary].filter((text) => text !== '').join('\n\n')
}

/** What a player can do in a world, as choices. */
export function choicesIn({ world, state }: PlanWorld): Choice[] {
  return offerActs(world, state, { phrases }).map(({ text, odds }) => ({ text, ...odds }))
}
