import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { readConfigFile } from '../config/config-file.ts'
import { validateConfig } from '../config/resolve-config.ts'
import { parseObject } from '../discover/parse-json.ts'
import { plainText } from '../discover/plain-text.ts'
import { readSkill } from '../discover/read-skill.ts'
import { readTextFile, unreadable } from '../discover/read-text-file.ts'
import { isSkillName } from '../manifest/manifest-fields.ts'
import type { Skill, SkillChecks, SkillWarning, SkillWarningCode } from '../skill.ts'
import { configSchemaFaults, inputSchemaFaults } from './schema-faults.ts'

/** What a strict look at one skill folder came to. */
export interface SkillCheck {
  /** True when nothing at all is wrong. */
  ok: boolean
  /** The skill as it would load; missing where it would be skipped. */
  skill?: Skill
  problems: SkillWarning[]
  /** Notes of `findNotes`; they do not affect `ok`. */
  notes: SkillWarning[]
}

/**
 * Checks one skill folder strictly, for its author: whatever discovery tells as a warning is a problem here, and so is
 * what would only surprise later. Runs nothing. Never throws.
 */
export async function checkSkill(path: string, checks: SkillChecks = {}): Promise<SkillCheck> {
  let folder: string
  try {
    folder = realpathSync(resolve(path))
    if (!statSync(folder).isDirectory()) return refused(path, 'is not a folder; name the folder that holds the skill')
  } catch (error) {
    return refused(path, unreadable(error).reason)
  }
  const { skill, warnings } = await readSkill({ folder, entry: basename(resolve(path)), root: dirname(folder) }, checks)
  const problems = [...warnings]
  const add = (code: SkillWarningCode, file: string, message: string) =>
    problems.push({ path: join(folder, file), code, message: plainText(`${file}: ${message}`) })
  if (skill) {
    checkFiles(folder, add)
    checkContent(skill, add)
  }
  const notes = (skill ? (checks.findNotes?.(skill) ?? []) : []).map(({ file, message }): SkillWarning => {
    const name = file === 'prompt' ? promptFile(folder) : file
    return { path: join(folder, name), code: 'too_long', message: plainText(`${name}: ${message}`) }
  })
  return { ok: problems.length === 0, ...(skill && { skill }), problems, notes }
}

// A skill may name another file for its prompt; then the manifest is the place to look from.
function promptFile(folder: string): string {
  const files = readdirSync(folder)
  return ['SKILL.md', 'skill.md', 'prompt.md'].find((file) => files.includes(file)) ?? 'skill.json'
}

type Add = (code: SkillWarningCode, file: string, message: string) => void

function refused(path: string, reason: string): SkillCheck {
  return { ok: false, problems: [{ path, code: 'unreadable', message: plainText(`${path} ${reason}`) }], notes: [] }
}

function checkFiles(folder: string, add: Add): void {
  const files = readdirSync(folder)
  if (files.includes('skill.md')) add('name_mismatch', 'skill.md', 'the file must be named SKILL.md')
  if (!files.includes('skill.json')) {
    if (files.includes('config-schema.json'))
      add('invalid_config_schema', 'config-schema.json', 'it is read only beside a skill.json; add one')
    return
  }
  const read = readTextFile(folder, 'skill.json')
  const parsed = 'text' in read ? parseObject(read.text) : read
  if (!('value' in parsed)) return
  // Beside a SKILL.md discovery does without these; who reads skill.json alone does not.
  for (const field of ['name', 'version', 'description'])
    if (!(field in parsed.value) && files.some((file) => file === 'SKILL.md' || file === 'skill.md'))
      add('missing_field', 'skill.json', `"${field}" is missing`)
}

function checkContent(skill: Skill, add: Add): void {
  for (const name of skill.dependencies)
    if (!isSkillName(name))
      add('invalid_field', 'skill.json', `"dependencies" holds ${JSON.stringify(name)}, no skill name`)
  for (const script of skill.scripts) {
    if (!script.runnable) continue
    if (endsFirstLineInCarriageReturn(script.path)) {
      const file = relative(skill.path, script.path)
      const reason = 'its first line (#!) ends in a carriage return, so that it cannot be started'
      add('script_not_executable', file, `${reason}; save it with line feeds alone (LF, not CRLF)`)
    }
    if (script.description === '')
      add('missing_field', 'skill.json', `the script "${script.name}" has no "description"`)
    for (const fault of inputSchemaFaults(script.inputSchema ?? {}))
      add('invalid_field', 'skill.json', `the script "${script.name}": inputSchema ${fault}`)
  }
  if (!skill.configSchema) return
  for (const { field, message } of configSchemaFaults(skill.configSchema))
    add('invalid_config_schema', 'config-schema.json', `"${field}" ${message}`)
  const { values, fault } = readConfigFile(join(skill.path, 'config.json'))
  if (fault !== undefined) add('invalid_config', 'config.json', `it ${fault}`)
  // What is missing is for the user to fill in; the author answers for what is there.
  const saved = validateConfig(skill.configSchema, values, process.env).filter(({ field }) => field in values)
  for (const { field, message } of saved) add('invalid_config', 'config.json', `"${field}" ${message}`)
}

// JavaScript and TypeScript are started with the host's Node, which does not mind.
function endsFirstLineInCarriageReturn(path: string): boolean {
  if (/^\.[cm]?[jt]s$/i.test(extname(path))) return false
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const start = Buffer.alloc(256)
    return /^#![^\r\n]*\r/.test(start.toString('latin1', 0, readSync(file, start)))
  } catch {
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
