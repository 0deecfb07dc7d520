import { type Narratoria, type SessionStore, createNarratoria } from '@narratoria/runtime'
import { UsageError } from '../exit-codes.ts'
import { type OpenModel, openModel } from './open-model.ts'
import { foreignSkills, narratoriaHome, skillRoots } from './skill-roots.ts'

/** The options by which every command that plays or plans opens its host. */
export interface HostOptions {
  planner: 'auto' | 'stub' | 'llama'
  /** A model by name or path; the one in use unless told. */
  model?: string
  skills: string[]
  shippedSkills: boolean
}

/** The options of a command that only needs the skills where they always are, and plans nothing. */
export const usualHost: HostOptions = { planner: 'stub', skills: [], shippedSkills: true }

/** A host, and the language model that plans in it where there is one. */
export interface OpenHost extends Narratoria {
  modelName: string | undefined
}

interface OpenHostOptions {
  agreed?: (folder: string) => Promise<boolean>
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
  { agreed, store, watchSkills, onModelProblem = tellModelProblem }: OpenHostOptions = {},
): Promise<OpenHost> {
  const folder = foreignSkills()
  const foreign = folder && (await agreed?.(folder)) ? folder : undefined
  const model = await startModel(options, onModelProblem)
  const host = await createNarratoria({
    skillRoots: skillRoots({ ...options, foreign }),
    home: narratoriaHome(),
    store,
    watchSkills,
    ...(model && { planner: model.planner, modelEndpoint: model.endpoint }),
  })
  if (!model) return { ...host, modelName: undefined }
  // What every plan begins with is evaluated while the player reads; a plan that comes first does it itself.
  model.planner.prepare(host.skills.available()).catch(() => {})
  const close = async () => {
    try {
      await host.close()
    } finally {
      await model.close()
    }
  }
  return { ...host, modelName: model.name, close }
}

// A model that cannot be used is told, and the stub planner plays on.
async function startModel(
  { planner, model }: HostOptions,
  onProblem: (message: string) => void,
): Promise<OpenModel | undefined> {
  if (planner === 'stub') return undefined
  try {
    return await openModel({ model, required: planner === 'llama' || model !== undefined })
  } catch (error) {
    if (error instanceof UsageError) throw error
    onProblem(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

function tellModelProblem(message: string): void {
  process.stderr.write(`narratoria: ${message}; the stub planner plays.\n`)
}
