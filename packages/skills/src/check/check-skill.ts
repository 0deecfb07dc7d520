import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { readJsonFile } from '../files/json-file.ts'
import { formTexts } from '../config/describe-form.ts'
import { validateConfig } from '../config/resolve-config.ts'
import { localesFolder, readTranslations, translationFiles } from '../config/translations.ts'
import { parseObject } from '../manifest/parse-object.ts'
import { plainText, quoted } from '../manifest/plain-text.ts'
import { readSkill } from '../discover/read-skill.ts'
import { readTextFile, unreadable } from '../files/read-text-file.ts'
import { isSkillName } from '../manifest/manifest-fields.ts'
import { isGuidanceOnly, type Skill, type SkillChecks, type SkillWarning, type SkillWarningCode } from '../skill.ts'
import { configSchemaFaults, inputSchemaFaults } from './schema-faults.ts'

/** The result of {@link checkSkill}. */
export interface SkillCheck {
  /** True if there are no problems. */
  ok: boolean
  /** The skill as it would load; absent if it would be skipped. */
  skill?: Skill
  problems: SkillWarning[]
  /** Notes of `findNotes`; they do not affect `ok`. */
  notes: SkillWarning[]
}

/**
 * Checks one skill folder strictly, for its author. Every warning of discovery is a problem, and so is everything that would fail
 * later. Runs nothing. Never throws.
 *
 * @param checks further checks of the host; defaults to none
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checkSkill } from '@narratoria/skills'
 *
 * const { ok, problems } = await checkSkill('./no-such-folder')
 * assert.equal(ok, false)
 * assert.equal(problems[0]?.message, './no-such-folder does not exist')
 * ```
 */
export async function checkSkill(path: string, checks: SkillChecks = {}): Promise<SkillCheck> {
  let folder: string
  try {
    folder = realpathSync(resolve(path))
    if (!statSync(folder).isDirectory()) return refused(path, 'is not a folder; give the folder of a skill')
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
  if (skill && isGuidanceOnly(skill)) {
    const message =
      'guidance only: no script of the skill is run; models that plan or narrate read its text, and without a model it has no effect'
    notes.push({ path: join(folder, promptFile(folder)), code: 'guidance_only', message })
  }
  return { ok: problems.length === 0, ...(skill && { skill }), problems, notes }
}

// If the manifest names another prompt file, the note points to the manifest.
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
      add('invalid_config_schema', 'config-schema.json', 'it has no effect without a skill.json; add one')
    return
  }
  const read = readTextFile(folder, 'skill.json')
  const parsed = 'text' in read ? parseObject(read.text) : read
  if (!('value' in parsed)) return
  // Discovery takes these from SKILL.md, but programs that read only skill.json need them.
  for (const field of ['name', 'version', 'description'])
    if (!(field in parsed.value) && files.some((file) => file === 'SKILL.md' || file === 'skill.md'))
      add('missing_field', 'skill.json', `"${field}" is missing`)
}

function checkContent(skill: Skill, add: Add): void {
  for (const name of skill.dependencies)
    if (!isSkillName(name))
      add('invalid_field', 'skill.json', `"dependencies" has ${JSON.stringify(name)}, which is not a skill name`)
  for (const script of skill.scripts) {
    if (!script.runnable) continue
    if (endsFirstLineInCarriageReturn(script.path)) {
      const file = relative(skill.path, script.path)
      const reason = 'its first line (#!) ends in a carriage return, so it cannot be started'
      add('script_not_executable', file, `${reason}; save it with LF line endings, not CRLF`)
    }
    if (script.description === '')
      add('missing_field', 'skill.json', `the script "${script.name}" has no "description"`)
    for (const fault of inputSchemaFaults(script.inputSchema ?? {}))
      add('invalid_field', 'skill.json', `the script "${script.name}": inputSchema ${fault}`)
  }
  checkTranslations(skill, add)
  if (!skill.configSchema) return
  for (const { field, message } of configSchemaFaults(skill.configSchema))
    add('invalid_config_schema', 'config-schema.json', `"${field}" ${message}`)
  const { values, fault } = readJsonFile(join(skill.path, 'config.json'))
  if (fault !== undefined) add('invalid_config', 'config.json', `it ${fault}`)
  // Missing values are for the user to set; only the saved ones are checked.
  const saved = validateConfig(skill.configSchema, values, process.env).filter(({ field }) => field in values)
  for (const { field, message } of saved) add('invalid_config', 'config.json', `"${field}" ${message}`)
}

function checkTranslations(skill: Skill, add: Add): void {
  const known = new Set([skill.displayName, skill.description, ...skill.scripts.map(({ description }) => description)])
  for (const text of skill.configSchema ? formTexts(skill.configSchema) : []) known.add(text)
  for (const file of translationFiles(skill.path)) {
    const read = readTranslations(skill.path, file)
    if ('reason' in read) add('invalid_translation', join(localesFolder, file), `it ${read.reason}`)
    else
      for (const text of read.texts.keys())
        if (!known.has(text))
          add(
            'invalid_translation',
            join(localesFolder, file),
            `${quoted(text)} is not a text of the skill or its settings`,
          )
  }
}

// JavaScript and TypeScript are started with the host's Node, which ignores that line.
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
