import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { narratoriaHome } from './skill-roots.ts'

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
  if (known[real] !== undefined) return known[real]
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    process.stderr.write(`narratoria: ${folder} was left out: its skills run code. Name it with --skills to use it.\n`)
    return false
  }
  const answer = await ask(
    `This folder has skills of its own (${folder}). They run code on this machine. Use them? [y/N] `,
  )
  const agreed = /^y(es)?$/i.test(answer?.trim() ?? '')
  remember({ ...known, [real]: agreed })
  return agreed
}

function answersPath(): string {
  return join(narratoriaHome(), 'agreed-skills.json')
}

function readAnswers(): Record<string, boolean> {
  try {
    return JSON.parse(readFileSync(answersPath(), 'utf8')) as Record<string, boolean>
  } catch {
    return {}
  }
}

function remember(answers: Record<string, boolean>): void {
  try {
    mkdirSync(narratoriaHome(), { recursive: true, mode: 0o700 })
    writeFileSync(answersPath(), JSON.stringify(answers), { mode: 0o600 })
  } catch {
    // Where nothing can be kept, the question comes again.
  }
}
