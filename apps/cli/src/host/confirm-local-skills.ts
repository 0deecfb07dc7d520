import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@narratoria/protocol'
import { printable } from '@narratoria/protocol/printable'
import { discoverSkills, type Skill } from '@narratoria/skills'
import { demandsOf, folderDigest } from '@narratoria/skills/install'
import type { Io } from '../io.ts'
import { notify } from '../terminal/print.ts'
import { openPrompt } from '../terminal/prompt.ts'
import { localSkills, narratoriaHome } from './skill-roots.ts'

/** The answer about a folder, which counts as long as its content has this digest. */
interface Answer {
  digest: string
  trusted: boolean
}

/**
 * Whether the skills of `folder` may be used. Shows what they ask for and asks once; the answer is stored with a digest of the folder, so
 * that a changed folder is asked about again. Without a terminal, the answer is no.
 */
export async function confirmLocalSkills(io: Io, folder: string): Promise<boolean> {
  const answer = answerTo(io, folder)
  if (answer !== undefined) return answer
  if (!io.stdin.isTTY || !io.stdout.isTTY) return reportUnconfirmed(io, folder)
  const digest = folderDigest(folder)
  const { skills } = await discoverSkills({ roots: [folder] })
  const prompt = openPrompt(io, { plain: true })
  try {
    const question = `${describeRequests(folder, skills)}\nThey can read and write what you can. Use them? [y/N] `
    const trusted = /^y(es)?$/i.test((await prompt.ask(question))?.trim() ?? '')
    storeAnswer(io, folder, { digest, trusted })
    return trusted
  } finally {
    prompt.close()
  }
}

/** Whether the user confirmed the skills of `folder` as they are now. */
export function areConfirmed(io: Io, folder: string): boolean {
  return answerTo(io, folder) === true
}

/** `./skills`, if its skills may be used beside those in `named`. Otherwise reports on standard error how to use them. */
export function confirmedLocalSkills(io: Io, named: readonly string[]): string | undefined {
  const folder = localSkills(io, named)
  return folder && (areConfirmed(io, folder) || reportUnconfirmed(io, folder)) ? folder : undefined
}

/** What the skills of a folder ask for: programs, the network and environment variables. */
function describeRequests(folder: string, skills: readonly Skill[]): string {
  const lines = skills.map((skill) => {
    const { name, version } = skill
    const { programs, runs, variables } = demandsOf(skill)
    const does = runs === 'nothing' ? 'guidance only, runs nothing' : `runs ${programs.join(', ')}; may use the network`
    return printable(`  ${name} ${version}: ${does}${variables.length > 0 ? `; reads ${variables.join(', ')}` : ''}`)
  })
  return [`This folder has skills of its own (${printable(folder)}):`, ...lines].join('\n')
}

function reportUnconfirmed(io: Io, folder: string): false {
  notify(io, `${folder} was left out: its skills run code. Name it with --skills to use it.`)
  return false
}

function answersPath(io: Io): string {
  return join(narratoriaHome(io), 'agreed-skills.json')
}

/** The stored answer about a folder; undefined if there is none about its present content. */
function answerTo(io: Io, folder: string): boolean | undefined {
  const answer = readAnswers(io)[realpathSync(folder)]
  if (!isJsonObject(answer) || typeof answer.trusted !== 'boolean') return undefined
  return answer.digest === folderDigest(folder) ? answer.trusted : undefined
}

function readAnswers(io: Io): Record<string, unknown> {
  try {
    const answers: unknown = JSON.parse(readFileSync(answersPath(io), 'utf8'))
    return isJsonObject(answers) ? answers : {}
  } catch {
    return {}
  }
}

function storeAnswer(io: Io, folder: string, answer: Answer): void {
  try {
    mkdirSync(narratoriaHome(io), { recursive: true, mode: 0o700 })
    const answers = { ...readAnswers(io), [realpathSync(folder)]: answer }
    writeFileSync(answersPath(io), JSON.stringify(answers), { mode: 0o600 })
  } catch {
    // If the answer cannot be stored, the question is asked again.
  }
}
