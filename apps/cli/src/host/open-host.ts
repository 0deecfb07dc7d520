import { type Narratoria, type SessionStore, createNarratoria } from '@narratoria/runtime'
import { UsageError } from '../exit-codes.ts'
import { agreedToSkills } from './agree.ts'
import { type OpenModel, openModel } from './open-model.ts'
import { foreignSkills, narratoriaHome, skillRoots } from './skill-roots.ts'
import { SwitchingPlanner } from './switching-planner.ts'

/** Who plans: a local model where there is one, none, or a local model and nothing else. */
export type PlannerChoice = 'auto' | 'stub' | 'llama'

/** The options by which every command that plays or plans opens its host. */
export interface HostOptions {
  planner: PlannerChoice
  /** A model by name or path; the one in use unless told. */
  model?: string
  skills: string[]
  shippedSkills: boolean
}

/** The options of a command that only needs the skills where they always are, and plans nothing. */
export const usualHost: HostOptions = { planner: 'stub', skills: [], shippedSkills: true }

/** A host, and the language model that plans in it where there is one. */
export interface OpenHost extends Narratoria {
  readonly modelName: string | undefined
  /** The planner at work: `stub` or `llama`. */
  readonly plannerName: string
  /**
   * Has another planner make the next plans; a model that is not at work yet is started. A model that was started stays,
   * for the skills that use it and to be chosen again.
   *
   * @throws {UsageError} where `llama` was asked for and there is no model
   */
  usePlanner(choice: PlannerChoice): Promise<void>
  /** Where it is told what the model does not get to read: standard error, unless a terminal has a better place for it. */
  readonly cuts: { tell: (message: string) => void }
}

interface OpenHostOptions {
  /** Whether a `./skills` folder of somebody else's may be used; unless told, as the player answered before. */
  agreed?: (folder: string) => boolean | Promise<boolean>
  store?: SessionStore
  watchSkills?: boolean
  /** Told why a model cannot be used; the stub planner plays on. Standard error unless told. */
  onModelProblem?: (message: string) => void
}

/**
 * Opens the runtime as the command line wants it. Foreign skills come in only when `agreed` says so; stories are kept
 * in memory unless a store is given.
 */
export async function openHost(
  options: HostOptions,
  { agreed = agreedToSkills, store, watchSkills, onModelProblem = tellModelProblem }: OpenHostOptions = {},
): Promise<OpenHost> {
  const folder = foreignSkills(options.skills)
  const foreign = folder && (await agreed(folder)) ? folder : undefined
  const cuts = { tell: tellCut }
  const listeners = { onProblem: onModelProblem, onCut: (message: string) => cuts.tell(message) }
  let model = await startModel(options, listeners)
  const planner = new SwitchingPlanner(model?.planner)
  const host = await createNarratoria({
    skillRoots: skillRoots({ ...options, foreign }),
    home: narratoriaHome(),
    store,
    watchSkills,
    planner,
    // Read for each tool: a model that is started later serves them too.
    get modelEndpoint() {
      return model?.endpoint
    },
  })
  const usePlanner = async (choice: PlannerChoice) => {
    if (choice !== 'stub') model ??= await startModel({ ...options, planner: choice }, listeners)
    planner.use(choice === 'stub' ? undefined : model?.planner)
    // What every plan begins with is evaluated while the player reads; a plan that comes first does it itself.
    if (planner.name !== 'stub') model?.planner.prepare(host.skills.available()).catch(() => {})
  }
  await usePlanner(model ? options.planner : 'stub')
  return {
    ...host,
    usePlanner,
    cuts,
    get modelName() {
      return model?.name
    },
    get plannerName() {
      return planner.name
    },
    async close() {
      try {
        await host.close()
      } finally {
        await model?.close()
      }
    },
  }
}

// A model that cannot be used or found is told, and the stub planner plays on (FR-005); but who asked for `llama` alone gets it
// or nothing.
async function startModel(
  { planner, model }: HostOptions,
  { onProblem, onCut }: { onProblem: (message: string) => void; onCut: (message: string) => void },
): Promise<OpenModel | undefined> {
  if (planner === 'stub') return undefined
  try {
    return await openModel({ model, required: planner === 'llama' || model !== undefined, onCut })
  } catch (error) {
    if (error instanceof UsageError && planner === 'llama') throw error
    onProblem(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

function tellCut(message: string): void {
  process.stderr.write(`narratoria: ${message}.\n`)
}

function tellModelProblem(message: string): void {
  process.stderr.write(`narratoria: ${message}; the stub planner plays.\n`)
}
