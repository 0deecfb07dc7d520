import { randomInt } from 'node:crypto'
import {
  askStructured,
  ConnectionError,
  fromStrict,
  LanguageModelError,
  modelOf,
  strictSchema,
} from '@narratoria/models'
import type { JsonObject } from '@narratoria/protocol'
import type { NewStory } from '@narratoria/runtime'
import type { World } from '@narratoria/world'
import { connectionStore } from '../host/connections.ts'
import { environmentOf } from '../host/model-keys.ts'
import type { HostOptions } from '../host/open-host.ts'
import type { Io } from '../io.ts'
import { notify } from '../terminal/print.ts'

/** Tokens of a world of eight places. */
const maxTokens = 6_000

interface PremiseWish {
  premise: string
  title?: string
  /** Answers to what the premise leaves open: who the player is, what they want, and what is added. */
  player?: string
  aim?: string
  plot?: string
}

interface Inventing {
  /** A model is asked only if one would also plan. */
  options: Pick<HostOptions, 'planner' | 'model'>
  signal?: AbortSignal
}

/**
 * The beginning of a story from a premise: in a world that the connected model of the role `writer` builds, marked as generated, or else
 * in one that is built without a model. Why the model's could not be used is reported on standard error.
 */
export async function openingOfPremise(
  io: Io,
  { premise, plot, ...wish }: PremiseWish,
  { options, signal }: Inventing,
): Promise<NewStory> {
  // Loaded here, because the tagger of words that it needs takes a fifth of a whole turn to load.
  const { buildPremise, premiseQuestion } = await import('@narratoria/campaigns/premise')
  const without = () => {
    const world = buildPremise(premise, { seed: randomInt(2 ** 31), ...wish, ...(plot !== undefined && { plot }) })
    return storyIn(world, premise)
  }
  try {
    const connection = await writerFor(io, options)
    if (!connection) return without()
    const model = modelOf(connection, environmentOf(io))
    const { messages, schema, read } = premiseQuestion(premise, wish)
    notify(io, `${model.id} builds the world of your premise.`)
    const { value: world } = await askStructured(
      model,
      {
        messages,
        schema: strictSchema(schema),
        bounded: schema,
        maxTokens,
        read: (answer) => read(fromStrict(schema, answer) as JsonObject),
      },
      { signal },
    )
    const generated = { model: model.id, at: new Date().toISOString() }
    return storyIn(world, premise, { generated })
  } catch (error) {
    if (signal?.aborted || !(LanguageModelError.isInstance(error) || error instanceof ConnectionError)) throw error
    notify(io, `${error.message}; the world is built without a model.`)
    return without()
  }
}

/** The connected model that builds worlds, where a model is used. Defaults to none. */
export async function writerFor(io: Io, { planner, model }: Inventing['options']) {
  return planner !== 'auto' || model !== undefined ? undefined : connectionStore(io).forRole('writer')
}

// The premise is part of the state, so that skills can read it.
function storyIn(world: World, premise: string, more: JsonObject = {}): NewStory {
  return { title: world.title, world, initialState: { story: { title: world.title, premise, ...more } } }
}
