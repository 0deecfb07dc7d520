import type { LanguageModel } from '@narratoria/models'
import type { ToolRunner } from '@narratoria/executor'
import { type Planner, type PlanOptions, type PlanRequest, StubPlanner } from '@narratoria/planner'
import { type Narratoria, type NarratoriaOptions, type SessionStore, createNarratoria } from '@narratoria/runtime'
import type { Mask } from '@narratoria/runtime/telemetry'
import { UsageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { notify } from '../terminal/print.ts'
import { playableCampaigns } from './campaigns.ts'
import { openConnected } from './connections.ts'
import { describeLocalModel, type PlayingModels } from './describe-models.ts'
import { hostTelemetry } from './host-telemetry.ts'
import { type OpenModel, openModel, type OpenModelOptions } from './open-model.ts'
import { openAgreedServers } from './mcp-servers.ts'
import { localSkills, narratoriaHome, skillRoots } from './skill-roots.ts'

/** `auto` plans with the connected model or else a local one if there is one, `stub` without a model, `llama` only with a model. */
export type PlannerChoice = 'auto' | 'stub' | 'llama'

/** Options of every command that plays or plans. */
export interface HostOptions {
  planner: PlannerChoice
  /** A name in the store or a path. Defaults to the model in use. */
  model?: string
  skills: string[]
  shippedSkills: boolean
}

/** Options of commands that need a host and plan nothing. */
export const defaultHost: HostOptions = { planner: 'stub', skills: [], shippedSkills: true }

export interface OpenHost extends Narratoria {
  /** The models that plan and narrate now. */
  readonly playing: PlayingModels
  readonly hasLocalModel: boolean
  /** The current planner: `stub`, `llama`, or `model` for a model of a server. */
  readonly plannerName: string
  /**
   * Changes the planner of later turns, and starts a model if necessary. A started model keeps running: skills use it.
   *
   * @throws {UsageError} if `choice` is `llama` and there is no model
   */
  usePlanner(choice: PlannerChoice): Promise<void>
  /** Reports what the model's context has no room for. Defaults to a line on standard error. */
  readonly truncation: { report: (message: string) => void }
}

/** What a command gives to its host. */
export interface OpenHostOptions {
  /** Whether the skills in `./skills` may be used. */
  confirm: (folder: string) => boolean | Promise<boolean>
  /** Defaults to a store in memory. */
  store?: SessionStore
  /** The parts of a host of a cluster. Defaults to none. */
  dispatch?: NarratoriaOptions['dispatch']
  elsewhere?: NarratoriaOptions['elsewhere']
  runner?: ToolRunner
  watchSkills?: boolean
  /** Whether the tools of the user's MCP servers are used. Defaults to false. */
  useServers?: boolean
  /** Called when a model cannot be used and the stub planner replaces it. Defaults to a line on standard error. */
  onModelProblem?: (message: string) => void
}

/** Opens the runtime for a command. */
export async function openHost(
  io: Io,
  options: HostOptions,
  {
    confirm,
    store,
    dispatch,
    elsewhere,
    runner,
    watchSkills,
    useServers = false,
    onModelProblem = (message) => notify(io, `${message}; the stub planner plays.`),
  }: OpenHostOptions,
): Promise<OpenHost> {
  const folder = localSkills(io, options.skills)
  const local = folder && (await confirm(folder)) ? folder : undefined
  const truncation = { report: (message: string) => notify(io, `${message}.`) }
  const telemetry = await hostTelemetry(io)
  const mask: Mask = (value) => host.skills.maskSecrets(value)
  const start = (choice: PlannerChoice) =>
    startModel(io, { ...options, planner: choice }, onModelProblem, {
      onTruncated: (message) => truncation.report(message),
      traced: (model) => telemetry?.localModel?.(model, { mask }) ?? model,
    })
  const mayConnect = options.planner === 'auto' && options.model === undefined
  const traced = (model: LanguageModel): LanguageModel => telemetry?.model(model, { mask }) ?? model
  const connected = mayConnect ? await openConnected(io, onModelProblem, traced) : undefined
  const needsLocal = !connected?.planner || !connected.endpoint
  let model = needsLocal ? await start(options.planner) : undefined
  const planner = new SwitchingPlanner(connected?.planner ?? model?.planner)
  const servers = useServers ? await openAgreedServers(io) : undefined
  const host: Narratoria = await createNarratoria({
    skillRoots: skillRoots(io, { ...options, local }),
    home: narratoriaHome(io),
    executor: { cwd: io.cwd, ...(runner && { runner }) },
    ...(dispatch && { dispatch }),
    ...(elsewhere && { elsewhere }),
    campaigns: playableCampaigns(io),
    store,
    watchSkills,
    planner,
    ...(servers && { hostSkills: servers.skills }),
    telemetry,
    // Read for each tool, so that tools can use a model that is started later.
    get modelEndpoint() {
      return connected?.endpoint ?? model?.endpoint
    },
  }).catch(async (error: unknown) => {
    await servers?.close()
    throw error
  })
  host.skills.addSecrets([...(connected?.keys ?? []), ...(servers?.secrets ?? [])])
  const usePlanner = async (choice: PlannerChoice) => {
    const remote = choice === 'auto' ? connected?.planner : undefined
    if (choice !== 'stub' && !remote) model ??= await start(choice)
    planner.use(choice === 'stub' ? undefined : (remote ?? model?.planner))
    // Evaluates the prompt prefix while the player reads. A plan that comes first does it itself.
    if (planner.name === 'llama') model?.planner.prepare(host.skills.available()).catch(() => {})
  }
  await usePlanner(model || connected?.planner ? options.planner : 'stub')
  return {
    ...host,
    usePlanner,
    truncation,
    get playing() {
      const local = model && describeLocalModel(model.name)
      const plans: Record<string, string | undefined> = { model: connected?.labels.planner, llama: local }
      return { planner: plans[planner.name], narrator: connected?.endpoint ? connected.labels.narrator : local }
    },
    get hasLocalModel() {
      return model !== undefined
    },
    get plannerName() {
      return planner.name
    },
    async close() {
      try {
        await host.close()
      } finally {
        await servers?.close()
        await connected?.close()
        await model?.close()
      }
    },
  }
}

/** Starts the model that the options name. With a problem, returns undefined: only `llama` requires a model. */
async function startModel(
  io: Io,
  { planner, model }: HostOptions,
  onProblem: (message: string) => void,
  following: Pick<OpenModelOptions, 'onTruncated' | 'traced'>,
): Promise<OpenModel | undefined> {
  if (planner === 'stub') return undefined
  try {
    return await openModel(io, { model, required: planner === 'llama' || model !== undefined, ...following })
  } catch (error) {
    if (error instanceof UsageError && planner === 'llama') throw error
    onProblem(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

/** A planner that delegates to another one, which can be changed between plans. */
export class SwitchingPlanner implements Planner {
  #current: Planner

  constructor(planner: Planner = new StubPlanner()) {
    this.#current = planner
  }

  get name(): string {
    return this.#current.name
  }

  /** Whether the current planner itself gives up on a silent model. */
  get limitsItself(): boolean {
    return this.#current.limitsItself === true
  }

  /** Delegates later plans to `planner`. Defaults to a new stub planner. */
  use(planner: Planner = new StubPlanner()): void {
    this.#current = planner
  }

  plan(request: PlanRequest, options?: PlanOptions): ReturnType<Planner['plan']> {
    return this.#current.plan(request, options)
  }
}
