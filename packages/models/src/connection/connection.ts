import { ConnectionError } from '../errors.ts'
import { LanguageModelError } from '../errors.ts'
import type { LanguageModel } from '../language-model.ts'
import { HttpModel } from '../wire/http-model.ts'
import type { Patience } from '../wire/patience.ts'
import type { Sampling } from '../wire/sampling.ts'
import type { Environment } from './environment.ts'
import { type PresetName, presets } from './presets.ts'
import type { StructuredLevel } from '../structured-level.ts'

/** What a model is used for. */
export type ModelRole = 'planner' | 'narrator' | 'writer'

/** The roles, in the order in which they are listed. */
export const modelRoles: readonly ModelRole[] = ['planner', 'narrator', 'writer']

/** A model of a server, as it is stored. Contains no key. */
export interface Connection {
  name: string
  provider: PresetName
  baseUrl: string
  model: string
  /** The environment variable that holds the key. Defaults to none. */
  apiKeyEnv?: string
  structured: StructuredLevel
  contextTokens?: number
  firstTokenMs?: number
  tokensPerSecond?: number
  patience?: Patience
  /** Settings that replace those of the requests. */
  sampling?: Sampling
}

/**
 * Makes the model of a connection. Sends nothing.
 *
 * @throws {LanguageModelError} `key_missing` if the connection's variable is not set
 * @throws {ConnectionError} `invalid_connection` if the address is not an http or https URL
 * @example
 * ```ts
 * import { modelOf } from '@narratoria/models'
 * import { startFakeServer } from '@narratoria/models/testing'
 *
 * const server = await startFakeServer({ family: 'ollama' })
 * const model = modelOf({ provider: 'ollama', baseUrl: server.baseUrl, model: 'fake-model' })
 * const { text } = await model.complete({ messages: [{ role: 'user', content: 'Describe a lighthouse.' }] })
 * await server.close()
 * if (text === '') throw new Error('The model should answer.')
 * ```
 */
export function modelOf(
  connection: Omit<Connection, 'name' | 'structured'> & Partial<Pick<Connection, 'structured'>>,
  env: Environment = process.env,
): LanguageModel {
  const { provider, baseUrl, model, apiKeyEnv, contextTokens, structured, patience, sampling } = connection
  const { wire, maxTokensField, schemaFields } = presets[provider]
  assertAddress(baseUrl)
  return new HttpModel({
    provider,
    baseUrl,
    model,
    wire,
    key: keyOf(apiKeyEnv, env),
    apiKeyEnv,
    contextTokens,
    structured,
    patience,
    sampling,
    ...(maxTokensField && { maxTokensField }),
    ...(schemaFields && { schemaFields }),
  })
}

/** The key in a variable. @throws {LanguageModelError} `key_missing` */
export function keyOf(apiKeyEnv: string | undefined, env: Environment): string | undefined {
  if (apiKeyEnv === undefined) return undefined
  const key = env[apiKeyEnv]?.trim()
  if (key !== undefined && key !== '') return key
  throw new LanguageModelError(
    'key_missing',
    `the environment variable ${apiKeyEnv} is not set; set it to the key of the service`,
  )
}

/** @throws {ConnectionError} `invalid_connection` */
export function assertAddress(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return
  throw new ConnectionError(
    'invalid_connection',
    `"${url ? `${url.protocol}//${url.host}` : baseUrl}" is not a usable address; it must start with http:// or https:// and contain no password`,
  )
}
