import { connectModel, type Connection, ConnectionError, LanguageModelError } from '@narratoria/models'
import { discoverServers, measure, type PresetName, presets } from '@narratoria/models/connections'
import type * as Web from '@narratoria/web'
import { connectionStore } from '../../host/connections.ts'
import { environmentOf, readKeys, storeKey } from '../../host/model-keys.ts'
import type { Io } from '../../io.ts'

/** Sets up models of servers on the page, as `narratoria models connect` does at a terminal. */
export function modelSetup(io: Io, WebError: typeof Web.WebError): Web.ModelSetup {
  const store = connectionStore(io)
  /** What is wrong with a server, a model or a key is for the player. */
  async function explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!ConnectionError.isInstance(error) && !LanguageModelError.isInstance(error)) throw error
      throw new WebError('invalid_request', asSentence(error.message), { status: 422, cause: error })
    }
  }
  return {
    list: () =>
      explained(async () => {
        const { connections, roles } = await store.read()
        const env = environmentOf(io)
        return { connections: connections.map((connection) => viewOf(connection, env)), roles, services }
      }),
    discover: (signal) =>
      explained(async () => {
        const found = await discoverServers({ signal, env: environmentOf(io) })
        return found.map(({ preset, baseUrl, models }) => ({
          service: preset.name,
          title: preset.title,
          address: baseUrl,
          models: models.map(({ id }) => id),
        }))
      }),
    connect: ({ service, address, model, name, key, roles }, signal) =>
      explained(async () => {
        const preset = Object.hasOwn(presets, service) ? presets[service as PresetName] : undefined
        if (!preset) throw new ConnectionError('unknown_preset', `there is no service "${service}"`)
        const variable = key === undefined ? undefined : (preset.apiKeyEnv ?? variableOf(name ?? service))
        const connection = await connectModel({
          target: address ?? service,
          preset: preset.name,
          ...(model !== undefined && { model }),
          ...(name !== undefined && { name }),
          ...(variable !== undefined && { apiKeyEnv: variable }),
          env: { ...environmentOf(io), ...(variable !== undefined && { [variable]: key }) },
          signal,
        })
        if (variable !== undefined) storeKey(io, variable, key)
        await store.save(connection, roles)
      }),
    test: (name, signal) =>
      explained(async () => store.save(await measure(await store.get(name), environmentOf(io), { signal }))),
    use: (role, name) => explained(() => store.use(name ?? undefined, [role])),
    remove: (name) =>
      explained(async () => {
        const { apiKeyEnv } = await store.get(name)
        await store.remove(name)
        const { connections } = await store.read()
        const isUsed = connections.some((connection) => connection.apiKeyEnv === apiKeyEnv)
        if (apiKeyEnv !== undefined && !isUsed && apiKeyEnv in readKeys(io)) storeKey(io, apiKeyEnv, undefined)
      }),
  }
}

const services = Object.values(presets).map(({ name, title, baseUrl, apiKeyEnv }) => ({
  id: name,
  title,
  ...(baseUrl !== undefined && { address: baseUrl }),
  needsKey: apiKeyEnv !== undefined,
}))

function viewOf(connection: Connection, env: ReturnType<typeof environmentOf>): Web.ModelConnection {
  const { name, provider, baseUrl, model, apiKeyEnv, firstTokenMs, tokensPerSecond, contextTokens } = connection
  return {
    name,
    service: provider,
    address: baseUrl,
    model,
    hasKey: apiKeyEnv !== undefined && Boolean(env[apiKeyEnv]?.trim()),
    ...(firstTokenMs !== undefined && { firstTokenMs }),
    ...(tokensPerSecond !== undefined && { tokensPerSecond }),
    ...(contextTokens !== undefined && { contextTokens }),
  }
}

/** The variable for the key of a server that has no variable of its own. */
function variableOf(name: string): string {
  return `NARRATORIA_KEY_${name.toUpperCase().replaceAll(/\W/g, '_')}`
}

function asSentence(message: string): string {
  return `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`
}
