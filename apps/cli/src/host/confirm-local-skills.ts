import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@narratoria/protocol'
import type { Io } from '../io.ts'
import { notify } from '../terminal/print.ts'
import { openPrompt } from '../terminal/prompt.ts'
import { localSkills, narratoriaHome } from './skill-roots.ts'

/**
 * Whether the skills of `folder` may be used. Asks once per folder and stores the answer; without a terminal, the
 * answer is no.
 */
export async function confirmLocalSkills(io: Io, folder: string): Promise<boolean> {
  const real = realpathSync(folder)
  const answers = readAnswers(io)
  if (answers[real] !== undefined) return answers[real] === true
  if (!io.stdin.isTTY || !io.stdout.isTTY) return reportUnconfirmed(io, folder)
  const prompt = openPrompt(io, { plain: true })
  try {
    const question = `This folder has skills of its own (${folder}). They run code on this machine. Use them? [y/N] `
    const confirmed = /^y(es)?$/i.test((await prompt.ask(question))?.trim() ?? '')
    storeAnswers(io, { ...answers, [real]: confirmed })
    return confirmed
  } finally {
    prompt.close()
  }
}

/** Whether the user confirmed the skills of `folder` earlier. */
export function areConfirmed(io: Io, folder: string): boolean {
  return readAnswers(io)[realpathSync(folder)] === true
}

/** `./skills`, if its skills may be used beside those in `named`. Otherwise reports on standard error how to use them. */
export function confirmedLocalSkills(io: Io, named: readonly string[]): string | undefined {
  const folder = localSkills(io, named)
  return folder && (areConfirmed(io, folder) || reportUnconfirmed(io, folder)) ? folder : undefined
}

function reportUnconfirmed(io: Io, folder: string): false {
  notify(io, `${folder} was left out: its skills run code. Name it with --skills to use it.`)
  return false
}

function answersPath(io: Io): string {
  return join(narratoriaHome(io), 'agreed-skills.json')
}

function readAnswers(io: Io): Record<string, unknown> {
  try {
    const answers: unknown = JSON.parse(readFileSync(answersPath(io), 'utf8'))
    return isJsonObject(answers) ? answers : {}
  } catch {
    return {}
  }
}

function storeAnswers(io: Io, answers: Record<string, unknown>): void {
  try {
    mkdirSync(narratoriaHome(io), { recursive: true, mode: 0o700 })
    writeFileSync(answersPath(io), JSON.stringify(answers), { mode: 0o600 })
  } catch {
    // If the answer cannot be stored, the question is asked again.
  }
}
