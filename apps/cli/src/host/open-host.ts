import { type Narratoria, type SessionStore, createNarratoria } from '@narratoria/runtime'
import { foreignSkills, narratoriaHome, skillRoots } from './skill-roots.ts'

/** The options by which every command that plays or plans opens its host. */
export interface HostOptions {
  planner: 'auto' | 'stub'
  skills: string[]
  shippedSkills: boolean
}

/** The options of a command that only needs the skills where they always are. */
export const usualHost: HostOptions = { planner: 'auto', skills: [], shippedSkills: true }

/**
 * Opens the runtime as the command line wants it. Foreign skills come in only when `agreed` says so; stories are kept
 * in memory unless a store is given.
 */
export async function openHost(
  options: HostOptions,
  { agreed, store }: { agreed?: (folder: string) => Promise<boolean>; store?: SessionStore } = {},
): Promise<Narratoria> {
  const folder = foreignSkills()
  const foreign = folder && (await agreed?.(folder)) ? folder : undefined
  return createNarratoria({ skillRoots: skillRoots({ ...options, foreign }), home: narratoriaHome(), store })
}
