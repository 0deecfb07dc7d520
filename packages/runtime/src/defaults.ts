import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { shippedSkills } from '@narratoria/content/folders'

/** The folders of the shipped skills. */
export function defaultSkillRoots(): string[] {
  return [shippedSkills() ?? []].flat()
}

/** The folder that `NARRATORIA_HOME` names, or `.narratoria` in the user's home folder. */
export function defaultHome(): string {
  return resolve(process.env.NARRATORIA_HOME || join(homedir(), '.narratoria'))
}
