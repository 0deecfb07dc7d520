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
}

interface Inventing {
  /** A model is asked only where one would plan, too. */
  options: Pick<HostOptions, 'planner' | 'model'>
  signal?: AbortSignal
}

/**
 * The beginning of a story from a premise: in a world that the connected model of the role `writer` builds, marked as generated, or else
 * in one that is built without a model. Why the model's could not be used is reported on standard error.
 */
export async function openingOfPremise(
  io: Io,
  { premise, title }: PremiseWish,
  { options, signal }: Inventing,
): Promise<NewStory> {
  // Loaded here, because the tagger of words that it needs takes a fifth of a whole turn to load.
  const { buildPremise, premiseQuestion } = await import('@narratoria/campaigns/premise')
  const without = () => {
    const world = buildPremise(premise, { seed: randomInt(2 ** 31), ...(title !== undefined && { title }) })
    return storyIn(world, premise)
  }
  if (options.planner !== 'auto' || options.model !== undefined) return without()
  try {
    const connection = await connectionStore(io).forRole('writer')
    if (!connection) return without()
    const model = modelOf(connection, environmentOf(io))
    const { messages, schema, read } = premiseQuestion(premise, { title })
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

// The premise is part of the state, so that skills can read it.
function storyIn(world: World, premise: string, more: JsonObject = {}): NewStory {
  return { title: world.title, world, initialState: { story: { title: world.title, premise, ...more } } }
}
