import { ConnectionStore } from '@narratoria/models/connections'
import { type LanguageModel, modelOf, type ModelRole } from '@narratoria/models'
import { ModelPlanner } from '@narratoria/planner'
import type { ModelEndpoint } from '@narratoria/planner/llama'
import type { Io } from '../io.ts'
import { describeConnection, type PlayingModels } from './describe-models.ts'
import { environmentOf } from './model-keys.ts'
import { openLanguageModel } from './open-model.ts'
import { narratoriaHome } from './skill-roots.ts'

/** The user's connections to models of servers. */
export function connectionStore(io: Io): ConnectionStore {
  return new ConnectionStore(narratoriaHome(io))
}

/** The models of servers that the roles use. */
export interface ConnectedModels {
  /** Plans; undefined if the role has no connection. */
  planner?: ModelPlanner
  /** Serves the narrator's model to skills; undefined if the role has no connection. */
  endpoint?: ModelEndpoint
  /** The models of both, as players read them. */
  labels: PlayingModels
  /** The keys of both, which no output may contain. */
  keys: string[]
  close(): Promise<void>
}

/** Opens the models that the roles `planner` and `narrator` are connected to, as `traced` returns them. Sends nothing. */
export async function openConnected(
  io: Io,
  onProblem: (message: string) => void,
  traced: (model: LanguageModel) => LanguageModel,
): Promise<ConnectedModels> {
  const planner = await open(io, 'planner', onProblem)
  const narrator = await open(io, 'narrator', onProblem)
  const endpoint = narrator && (await serve(traced(narrator.model)))
  return {
    ...(planner && {
      planner: new ModelPlanner({ model: traced(planner.model) }),
    }),
    ...(endpoint && { endpoint }),
    labels: {
      ...(planner && { planner: describeConnection(planner.connection) }),
      ...(narrator && { narrator: describeConnection(narrator.connection) }),
    },
    keys: [planner, narrator].flatMap((opened) => (opened?.key === undefined ? [] : [opened.key])),
    close: async () => endpoint?.close({ force: true }),
  }
}

/**
 * Opens the model that writes novels: the connected one, or else the selected local one. Resolves to undefined if there is none.
 *
 * @throws {ConnectionError} @throws {LanguageModelError}
 */
export async function openWriter(io: Io, needs: { contextTokens: number }): Promise<LanguageModel | undefined> {
  const connection = await connectionStore(io).forRole('writer')
  return connection ? modelOf(connection, environmentOf(io)) : openLanguageModel(io, needs)
}

async function open(io: Io, role: ModelRole, onProblem: (message: string) => void) {
  try {
    const connection = await connectionStore(io).forRole(role)
    if (!connection) return undefined
    const env = environmentOf(io)
    const key = connection.apiKeyEnv === undefined ? undefined : env[connection.apiKeyEnv]?.trim()
    return { connection, model: modelOf(connection, env), key }
  } catch (error) {
    onProblem(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

async function serve(model: LanguageModel): Promise<ModelEndpoint> {
  const { servedModel, serveModel } = await import('@narratoria/planner/llama')
  return serveModel(servedModel(model))
}
