import {
  connectModel,
  type Connection,
  ConnectionError,
  LanguageModelError,
  type ModelRole,
  modelRoles,
} from '@narratoria/models'
import { discoverServers, measure } from '@narratoria/models/connections'
import { UsageError } from '../../exit-codes.ts'
import { connectionStore } from '../../host/connections.ts'
import { structuredLevels } from '../../host/describe-models.ts'
import { environmentOf } from '../../host/model-keys.ts'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import type { Io } from '../../io.ts'
import { notify, print, printJson } from '../../terminal/print.ts'
import { openPrompt } from '../../terminal/prompt.ts'
import type { ConnectOptions, NameOptions, TestOptions } from './command.ts'

/** `narratoria models connect`: tests a model of a server and stores it. A failure stores nothing. */
export async function connect(options: ConnectOptions, io: Io): Promise<void> {
  const roles = readRoles(options.for)
  await asUsage(io, async (signal) => {
    const chosen = options.target === undefined ? await chooseServer(io, signal) : { target: options.target }
    const connection = await connectModel({
      ...chosen,
      ...(options.model !== undefined && { model: options.model }),
      ...(options.name !== undefined && { name: options.name }),
      ...(options.apiKeyEnv !== undefined && { apiKeyEnv: options.apiKeyEnv }),
      env: environmentOf(io),
      signal,
      onStep: (step) => io.stderr.isTTY && !options.json && notify(io, `${step} …`),
    })
    await connectionStore(io).save(connection, roles)
    report(io, connection, { roles, json: options.json === true })
  })
}

/** `narratoria models test`: tests a stored connection again and stores what was measured. */
export async function testConnection({ name, json }: TestOptions, io: Io): Promise<void> {
  await asUsage(io, async (signal) => {
    const store = connectionStore(io)
    const connection = await measure(await store.get(name), environmentOf(io), { signal })
    await store.save(connection)
    const { roles } = await store.read()
    report(io, connection, { roles: modelRoles.filter((role) => roles[role] === name), json: json === true })
  })
}

/** `narratoria models disconnect`. */
export async function disconnect({ name }: NameOptions, io: Io): Promise<void> {
  await asUsage(io, () => connectionStore(io).remove(name))
}

/** Reads `planner,narrator`. Defaults to every role. @throws {UsageError} */
export function readRoles(text: string | undefined): ModelRole[] {
  if (text === undefined) return [...modelRoles]
  return text.split(',').map((part) => {
    const role = modelRoles.find((known) => known === part.trim())
    if (role) return role
    throw new UsageError(`there is no role "${part.trim()}"; the roles are ${modelRoles.join(', ')}`)
  })
}

/** Runs `work` until Ctrl-C. Wrong names and addresses are mistakes of the user. */
async function asUsage(io: Io, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { signal, release } = abortOnInterrupt(io)
  try {
    await work(signal)
  } catch (error) {
    if (ConnectionError.isInstance(error) && error.code !== 'invalid_file') throw new UsageError(error.message)
    if (LanguageModelError.isInstance(error) && error.code === 'key_missing') throw new UsageError(error.message)
    throw error
  } finally {
    release()
  }
}

/** Looks for servers on this machine and asks which model to use. */
async function chooseServer(io: Io, signal: AbortSignal): Promise<{ target: string; model: string }> {
  if (!io.stdin.isTTY || !io.stdout.isTTY)
    throw new UsageError(
      'name a preset or an address, such as "models connect ollama" or "models connect http://127.0.0.1:8080"',
    )
  const found = await discoverServers({ signal, env: io.env })
  const choices = found.flatMap(({ preset, models }) => models.map(({ id }) => ({ preset, id })))
  if (choices.length === 0)
    throw new UsageError('no model server answers on this machine; start one, or name a preset or an address')
  choices.forEach(({ preset, id }, at) => print(io, `${String(at + 1).padStart(3)}  ${id} (${preset.title})`))
  const prompt = openPrompt(io)
  try {
    const answer = await prompt.ask(`Which model (1–${choices.length})? `)
    const chosen = choices[Number(answer) - 1]
    if (!chosen) throw new UsageError('no model was chosen; nothing changed')
    return { target: chosen.preset.name, model: chosen.id }
  } finally {
    prompt.close()
  }
}

function report(io: Io, connection: Connection, { roles, json }: { roles: readonly ModelRole[]; json: boolean }): void {
  const { name, provider, baseUrl, model, structured, firstTokenMs, tokensPerSecond, contextTokens } = connection
  if (json) {
    const measured = { structured, firstTokenMs, tokensPerSecond, contextTokens: contextTokens ?? null }
    return printJson(io, { name, provider, baseUrl, model, ...measured, roles })
  }
  print(io, `${name}: ${model} at ${baseUrl}`)
  print(io, `  structured output: ${structuredLevels[structured]}`)
  print(io, `  first token after ${((firstTokenMs ?? 0) / 1000).toFixed(1)} s, then ${tokensPerSecond ?? 0} tokens/s`)
  print(io, `  context: ${contextTokens === undefined ? 'not reported by the server' : `${contextTokens} tokens`}`)
  print(io, roles.length === 0 ? '  used for nothing' : `  used as ${roles.join(', ')}`)
}
