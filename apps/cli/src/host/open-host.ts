import { type Narratoria, createNarratoria } from '@narratoria/runtime'
import { foreignSkills, narratoriaHome, skillRoots } from './skill-roots.ts'

/** The options by which every command that plays or plans opens its host. */
export interface HostOptions {
  planner: 'auto' | 'stub'
  skills: string[]
  shippedSkills: boolean
}

/** Opens the runtime as the command line wants it. Foreign skills come in only when `agreed` says so. */
export async function openHost(
  options: HostOptions,
  agreed?: (folder: string) => Promise<boolean>,
): Promise<Narratoria> {
  const folder = foreignSkills()
  const foreign = folder && (await agreed?.(folder)) ? folder : undefined
  return createNarratoria({ skillRoots: skillRoots({ ...options, foreign }), home: narratoriaHome() })
}
