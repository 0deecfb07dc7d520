import { basename, dirname, sep } from 'node:path'
import type { SkillWarning } from '@narratoria/skills'
import { oneLine } from './terminal.ts'

/** A warning about a skill on one line: the path, then the reason. */
export function describeWarning({ path, message }: Pick<SkillWarning, 'path' | 'message'>): string {
  const namesFile = message.startsWith(`${basename(path)}: `)
  return oneLine(namesFile ? `${dirname(path)}${sep}${message}` : `${path}: ${message}`)
}
