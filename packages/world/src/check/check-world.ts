import type { World } from '../model/types.ts'
import { isPossible } from './possible.ts'
import { pointerTo, type WorldProblem } from './problem.ts'
import { Reach } from './reach.ts'

/**
 * Lists what is probably unintended in a valid world: places that cannot be reached, goals and endings that cannot come about,
 * things out of reach, topics that cannot be asked, and what has no description. The search takes everything as
 * possible that some acts could bring about, so that what it reports is certain, and what it does not report may still fail.
 * `flags` are values that flags may begin with, in addition to those of the world.
 *
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checkWorld, type World } from '@narratoria/world'
 *
 * const world: World = {
 *   title: 'A key',
 *   opening: 'You wake in a cell.',
 *   player: { at: 'cell' },
 *   places: {
 *     cell: { name: 'cell', description: 'Four walls.' },
 *     yard: { name: 'yard', description: 'Mud.' },
 *   },
 *   things: {},
 *   people: {},
 * }
 * const [problem] = checkWorld(world)
 * assert.deepEqual([problem?.code, problem?.pointer], ['unreachable_place', '/places/yard'])
 * ```
 */
export function checkWorld(world: World, flags: Record<string, readonly unknown[]> = {}): WorldProblem[] {
  const reach = new Reach(world, flags)
  const problems: WorldProblem[] = []
  const report: Report = (code, pointer, message) => problems.push({ code, pointer, message })
  for (const [id, { name, description }] of Object.entries(world.places)) {
    const pointer = pointerTo('/places', id)
    if (!reach.places.has(id)) report('unreachable_place', pointer, `No way leads to "${name}"; add an exit to it.`)
    if (description === undefined) report('missing_description', pointer, `The place "${name}" has no description.`)
  }
  for (const [id, thing] of Object.entries(world.things)) {
    const pointer = pointerTo('/things', id)
    if (!reach.isReachable(id) && !isDoor(world, id))
      report('unreachable_thing', pointer, `"${thing.name}" can never be reached; put it where the player can come to.`)
    if (thing.description === undefined && thing.text === undefined && thing.variants === undefined)
      report('missing_description', pointer, `The thing "${thing.name}" has no description.`)
    if (thing.is?.includes('locked') === true && !reach.canOpen(id))
      report(
        'missing_key',
        pointer,
        `"${thing.name}" can never be unlocked; give it a key that can be found, or "force".`,
      )
  }
  for (const [id, { name, description, variants, topics }] of Object.entries(world.people)) {
    const pointer = pointerTo('/people', id)
    if (description === undefined && variants === undefined)
      report('missing_description', pointer, `The person "${name}" has no description.`)
    for (const topic of Object.keys(topics ?? {}))
      if (!reach.talked.has(`${id}:${topic}`))
        report(
          'unreachable_topic',
          pointerTo(`${pointer}/topics`, topic),
          `The player can never ask "${name}" about "${topic}".`,
        )
  }
  reportVariants(world, reach, report)
  for (const [id, { text, done }] of Object.entries(world.goals ?? {}))
    if (!isPossible(reach, done))
      report('unwinnable_goal', pointerTo('/goals', id), `The goal "${text}" cannot be reached.`)
  for (const [id, { title }] of Object.entries(world.endings ?? {}))
    if (!reach.endings.has(id))
      report('unreachable_ending', pointerTo('/endings', id), `The ending "${title}" cannot come about.`)
  return problems
}

type Report = (code: WorldProblem['code'], pointer: string, message: string) => void

function reportVariants(world: World, reach: Reach, report: Report): void {
  for (const kind of ['places', 'things', 'people'] as const)
    for (const [id, { name, variants = [] }] of Object.entries(world[kind]))
      for (const [index, { when }] of variants.entries())
        if (!isPossible(reach, when))
          report(
            'unreachable_variant',
            pointerTo(pointerTo(`/${kind}`, id), 'variants') + `/${index}`,
            `The condition of this variant of "${name}" can never hold; change it or delete the variant.`,
          )
}

// A door is in reach from the places that it leads to.
function isDoor(world: World, id: string): boolean {
  return Object.values(world.places).some(({ exits }) =>
    Object.values(exits ?? {}).some((exit) => typeof exit === 'object' && exit.door === id),
  )
}
