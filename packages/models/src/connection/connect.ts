import { ConnectionError, LanguageModelError } from '../errors.ts'
import type { LanguageModel } from '../language-model.ts'
import { probeStructured } from '../structured/probe.ts'
import type { Patience } from '../wire/patience.ts'
import { assertAddress, type Connection, keyOf, modelOf } from './connection.ts'
import type { Environment } from './environment.ts'
import { isPresetName, type Preset, type PresetName, presets, usualAddress } from './presets.ts'
import { askContext, type ListedModel, listModels, type Server } from './server.ts'

/** What to connect to. */
export interface ConnectOptions {
  /** A preset or an address. */
  target: string
  /** The preset of an address. Defaults to the one with the same host or port, else `custom`. */
  preset?: PresetName
  /** The server's name of the model. Defaults to its only one. */
  model?: string
  /** Defaults to the preset's name. */
  name?: string
  /** The environment variable with the key. Defaults to the preset's own. */
  apiKeyEnv?: string
  /** Variables that hold keys. Defaults to `process.env`. */
  env?: Environment
  patience?: Patience
  signal?: AbortSignal
  /** Called before each step. */
  onStep?: (step: string) => void
}

/** Finds the server that a preset or an address means. Sends nothing. @throws {ConnectionError} @throws {LanguageModelError} */
export function serverOf({ target, preset: named, apiKeyEnv, env = process.env }: ConnectOptions): Server {
  const preset = isPresetName(target) ? presets[target] : named ? presets[named] : presetOfAddress(target)
  const baseUrl = isPresetName(target) ? usualAddress(preset, env) : addressOf(target, preset)
  if (baseUrl === undefined)
    throw new ConnectionError(
      'invalid_connection',
      'the preset "custom" has no address of its own; give the address instead',
    )
  const variable = apiKeyEnv ?? preset.apiKeyEnv
  return { preset, baseUrl, key: keyOf(variable, env), ...(variable !== undefined && { apiKeyEnv: variable }) }
}

/**
 * Connects to a model: lists the models of its server, then asks for one structured answer and one streamed sentence. Resolves
 * to the connection with what was measured. Stores nothing.
 *
 * @throws {ConnectionError} if the target or the model is not usable
 * @throws {LanguageModelError} if the server or the model does not answer
 * @example
 * ```ts
 * import { connectModel, modelOf } from '@narratoria/models'
 * import { startFakeServer } from '@narratoria/models/testing'
 *
 * const server = await startFakeServer({ family: 'ollama' })
 * const connection = await connectModel({ target: server.baseUrl, preset: 'ollama' })
 * const model = modelOf(connection)
 * const { text } = await model.complete({ messages: [{ role: 'user', content: 'Describe a lighthouse.' }] })
 * await server.close()
 * if (text === '') throw new Error('The model should answer.')
 * ```
 */
export async function connectModel(options: ConnectOptions): Promise<Connection> {
  const { signal, patience, env = process.env, onStep = () => {} } = options
  const server = serverOf(options)
  const { preset, baseUrl, apiKeyEnv } = server
  onStep(`listing the models of ${baseUrl}`)
  const listed = await listOrNone(server, { signal, required: options.model === undefined })
  const model = chooseModel(listed, options.model, baseUrl)
  const contextTokens =
    listed.find(({ id }) => id === model)?.contextTokens ?? (await askContext(server, model, { signal }))
  const basis = { provider: preset.name, baseUrl, model, apiKeyEnv, contextTokens, patience }
  const connection = { name: nameOf(options, preset.name), structured: 'prompt' as const, ...withoutUndefined(basis) }
  return measure(connection, env, { signal, onStep })
}

/** Tests a connection again and measures it. @throws {LanguageModelError} */
export async function measure(
  connection: Connection,
  env: Environment,
  { signal, onStep = () => {} }: { signal?: AbortSignal; onStep?: (step: string) => void } = {},
): Promise<Connection> {
  const model = modelOf(connection, env)
  onStep(`asking ${connection.model} for a structured answer`)
  const structured = await probeStructured(model, { signal })
  onStep(`asking ${connection.model} for a sentence`)
  return { ...connection, structured, ...(await measureStream(model, signal)) }
}

/** Most pieces of text that are measured; the rest of the sentence is cancelled. */
const measuredPieces = 40

async function measureStream(model: LanguageModel, signal?: AbortSignal) {
  const messages = [{ role: 'user' as const, content: 'Describe a lighthouse at night in one sentence.' }]
  const startedAt = performance.now()
  let firstAt: number | undefined
  let pieces = 0
  for await (const part of model.stream({ messages, maxTokens: 2_000 }, { signal })) {
    if (part.type !== 'text') continue
    firstAt ??= performance.now()
    pieces += 1
    if (pieces >= measuredPieces) break
  }
  if (firstAt === undefined)
    throw new LanguageModelError('invalid_answer', `${model.id} wrote no text within 2000 tokens; choose another model`)
  const seconds = Math.max((performance.now() - firstAt) / 1000, 0.001)
  const tokensPerSecond = Math.round((Math.max(pieces - 1, 1) / seconds) * 10) / 10
  return { firstTokenMs: Math.round(firstAt - startedAt), tokensPerSecond }
}

/**
 * Checks that the server of a connection answers and has its model. The model is asked nothing.
 *
 * @throws {ConnectionError} `no_model` @throws {LanguageModelError}
 */
export async function checkConnection(
  { provider, baseUrl, model, apiKeyEnv }: Connection,
  env: Environment = process.env,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const server = { preset: presets[provider], baseUrl, key: keyOf(apiKeyEnv, env), apiKeyEnv }
  chooseModel(await listOrNone(server, { signal, required: false }), model, baseUrl)
}

/** A server without a list can still be used if the model is named. */
async function listOrNone(
  server: Server,
  { signal, required }: { signal?: AbortSignal; required: boolean },
): Promise<ListedModel[]> {
  try {
    return await listModels(server, { signal })
  } catch (error) {
    if (!required && LanguageModelError.isInstance(error) && error.code === 'not_found') return []
    throw error
  }
}

function chooseModel(listed: readonly ListedModel[], wanted: string | undefined, baseUrl: string): string {
  const ids = listed.map(({ id }) => id)
  const shown = ids.slice(0, 20).join(', ') + (ids.length > 20 ? ', …' : '')
  if (wanted !== undefined) {
    const found = ids.find((id) => id === wanted) ?? ids.find((id) => id === `${wanted}:latest`)
    if (found !== undefined || ids.length === 0) return found ?? wanted
    throw new ConnectionError('no_model', `${baseUrl} has no model "${wanted}"; it has ${shown}`)
  }
  if (ids.length === 1) return ids[0] as string
  throw new ConnectionError(
    'no_model',
    ids.length === 0
      ? `${baseUrl} has no model; load or download one there, then connect again`
      : `${baseUrl} has several models; name one with --model: ${shown}`,
  )
}

/** The preset of an address: by host for services, by port for servers on this machine. */
function presetOfAddress(target: string): Preset {
  if (!/^https?:\/\//.test(target))
    throw new ConnectionError(
      'unknown_preset',
      `"${target}" is neither an address nor a preset; the presets are ${Object.keys(presets).join(', ')}`,
    )
  assertAddress(target)
  const { hostname, port } = new URL(target)
  const own = Object.values(presets).find(({ baseUrl }) => {
    if (baseUrl === undefined) return false
    const usual = new URL(baseUrl)
    return usual.port === '' ? usual.hostname === hostname : usual.port === port
  })
  return own ?? presets.custom
}

/** The base URL of an address. One without a path gets the path of its preset, `/v1` for OpenAI-compatible servers. */
function addressOf(target: string, preset: Preset): string {
  const { origin, pathname } = new URL(target)
  const path = pathname.replace(/\/+$/, '')
  if (path !== '') return preset.name === 'ollama' && path === '/v1' ? origin : `${origin}${path}`
  const usual = preset.baseUrl === undefined ? '/v1' : new URL(preset.baseUrl).pathname
  return `${origin}${usual.replace(/\/+$/, '')}`
}

function nameOf({ name }: ConnectOptions, preset: PresetName): string {
  const chosen = name ?? preset
  if (/^[\w][\w.-]{0,63}$/.test(chosen)) return chosen
  throw new ConnectionError(
    'invalid_connection',
    `"${chosen}" is not a usable name; use letters, digits, ".", "-" and "_"`,
  )
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T
}
