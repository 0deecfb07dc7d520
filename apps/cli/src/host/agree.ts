import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@narratoria/protocol'
import { foreignSkills, narratoriaHome } from './skill-roots.ts'

/**
 * Whether a `./skills` folder, somebody's code, may be used: asked once per folder on a terminal and remembered; never
 * where nobody can be asked.
 */
export async function agreeToSkills(
  folder: string,
  ask: (question: string) => Promise<string | undefined>,
): Promise<boolean> {
  const real = realpathSync(folder)
  const known = readAnswers()
  if (known[real] !== undefined) return known[real] === true
  if (!process.stdin.isTTY || !process.stdout.isTTY) return agreedToSkillsOrTold(folder)
  const answer = await ask(
    `This folder has skills of its own (${folder}). They run code on this machine. Use them? [y/N] `,
  )
  const agreed = /^y(es)?$/i.test(answer?.trim() ?? '')
  remember({ ...known, [real]: agreed })
  return agreed
}

/** Whether the player agreed to a `./skills` folder at an earlier time; nobody is asked. */
export function agreedToSkills(folder: string): boolean {
  return readAnswers()[realpathSync(folder)] === true
}

/** The same; where it may not be used, standard error tells how it could be. */
export function agreedToSkillsOrTold(folder: string): boolean {
  const agreed = agreedToSkills(folder)
  if (!agreed)
    process.stderr.write(`narratoria: ${folder} was left out: its skills run code. Name it with --skills to use it.\n`)
  return agreed
}

/** The `./skills` folder of somebody else's that may be used beside those that were `named`, if there is one. */
export function agreedForeignSkills(named: readonly string[]): string | undefined {
  const folder = foreignSkills(named)
  return folder && agreedToSkillsOrTold(folder) ? folder : undefined
}

function answersPath(): string {
  return join(narratoriaHome(), 'agreed-skills.json')
}

function readAnswers(): Record<string, unknown> {
  try {
    const answers: unknown = JSON.parse(readFileSync(answersPath(), 'utf8'))
    return isJsonObject(answers) ? answers : {}
  } catch {
    return {}
  }
}

function remember(answers: Record<string, unknown>): void {
  try {
    mkdirSync(narratoriaHome(), { recursive: true, mode: 0o700 })
    writeFileSync(answersPath(), JSON.stringify(answers), { mode: 0o600 })
  } catch {
    // Where nothing can be kept, the question comes again.
  }
}
