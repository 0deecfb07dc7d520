import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { parseConfigSchema } from '../config/config-schema.ts'
import { checkFrontMatter, type StandardFields } from '../manifest/front-matter-fields.ts'
import { parseSkillDocument } from '../manifest/front-matter.ts'
import { checkManifest, isSkillName, isVersion, type ManifestFields } from '../manifest/manifest-fields.ts'
import { foundScripts, listedScripts } from './scripts.ts'
import type { Skill, SkillChecks, SkillScript, SkillWarning, SkillWarningCode } from '../skill.ts'
import { parseObject } from '../manifest/parse-object.ts'
import { plainLines, plainText, quoted } from '../manifest/plain-text.ts'
import { readTextFile, unreadable } from '../files/read-text-file.ts'

/** A skill's folder: its real path, its name in the root, and the root. */
export interface SkillPlace {
  folder: string
  entry: string
  root: string
}

/** A skill, undefined if its folder has no usable one, and the warnings about it. */
export interface SkillReading {
  skill: Skill | undefined
  warnings: SkillWarning[]
}

/** The most warnings about one folder. */
const maxWarnings = 50

/** Reads one skill folder. Never throws: every problem of the folder is a warning. */
export async function readSkill(place: SkillPlace, checks: SkillChecks = {}): Promise<SkillReading> {
  const warnings: SkillWarning[] = []
  const warn = (code: SkillWarningCode, file: string, message: string) => {
    const text = warnings.length < maxWarnings ? message : 'further problems are not listed'
    if (warnings.length <= maxWarnings)
      warnings.push({ path: file, code, message: plainText(`${basename(file)}: ${text}`) })
  }
  try {
    return { skill: await new FolderReader(place, checks, warn).read(), warnings }
  } catch (error) {
    warn('unreadable', place.folder, `the folder ${unreadable(error).reason}`)
    return { skill: undefined, warnings }
  }
}

interface Document {
  fields: StandardFields
  body: string
}

class FolderReader {
  readonly #place: SkillPlace
  readonly #checks: SkillChecks
  readonly #warn: (code: SkillWarningCode, file: string, message: string) => void
  readonly #files: Set<string>

  constructor(
    place: SkillPlace,
    checks: SkillChecks,
    warn: (code: SkillWarningCode, file: string, message: string) => void,
  ) {
    this.#place = place
    this.#checks = checks
    this.#warn = warn
    this.#files = new Set(readdirSync(place.folder))
  }

  async read(): Promise<Skill | undefined> {
    const documentFile = ['SKILL.md', 'skill.md'].find((file) => this.#files.has(file))
    const hasManifest = this.#files.has('skill.json')
    if (documentFile === undefined && !hasManifest) {
      this.#warn('no_manifest', this.#place.folder, 'the folder has neither skill.json nor SKILL.md; it is skipped')
      return undefined
    }
    const document = documentFile === undefined ? undefined : await this.#readDocument(documentFile)
    const manifest = hasManifest ? this.#readManifest(document) : undefined
    if ((documentFile !== undefined && !document) || (hasManifest && !manifest)) return undefined
    const name = this.#checkName(document?.fields.name ?? manifest!.name!, documentFile ?? 'skill.json')
    if (name === undefined) return undefined
    if (document && manifest) this.#compare(document, manifest, documentFile!)
    return this.#assemble(name, document, manifest)
  }

  #assemble(
    name: string,
    document: Document | undefined,
    manifest: (ManifestFields & { raw: JsonObject }) | undefined,
  ): Skill {
    const { body = '', fields } = document ?? {}
    const configSchema = manifest && this.#readConfigSchema(manifest)
    const description = fields?.description ?? manifest!.description!
    if (!document && description.length > 1024)
      this.#warnOf(
        'too_long',
        'skill.json',
        `"description" has ${description.length} characters; planners use at most 1024`,
      )
    const skill: Skill = {
      name,
      displayName: manifest?.displayName || fields?.metadata?.displayName || titleOf(name),
      version: manifest?.version ?? this.#documentVersion(fields),
      description,
      path: this.#place.folder,
      root: this.#place.root,
      author: manifest?.author ?? fields?.metadata?.author,
      license: fields?.license ?? manifest?.license,
      homepage: manifest?.homepage,
      compatibility: fields?.compatibility,
      metadata: fields?.metadata,
      allowedTools: fields?.allowedTools,
      prompt: body === '' ? this.#readPrompt(manifest) : body,
      scripts: this.#readScripts(manifest),
      capabilities: (manifest?.capabilities ?? []).map(plainText),
      dependencies: (manifest?.dependencies ?? []).map(plainText),
      priority: manifest?.priority ?? 50,
      retryPolicy: manifest?.retryPolicy,
      env: manifest?.env ?? [],
      network: manifest?.network,
      configSchema,
      enabled: true,
      errorState: 'healthy',
    }
    for (const key of Object.keys(skill) as (keyof Skill)[]) if (skill[key] === undefined) delete skill[key]
    return skill
  }

  async #readDocument(file: string): Promise<Document | undefined> {
    const read = readTextFile(this.#place.folder, file)
    const parsed = 'text' in read ? await parseSkillDocument(read.text) : read
    if ('reason' in parsed) {
      this.#warnOf(asCode(parsed.code), file, `it ${parsed.reason}`)
      return undefined
    }
    const fields = checkFrontMatter(parsed.fields, (code, message) => this.#warnOf(code, file, message))
    return fields && { fields, body: plainLines(parsed.body) }
  }

  #readManifest(document: Document | undefined): (ManifestFields & { raw: JsonObject }) | undefined {
    const raw = this.#readObject('skill.json', 'invalid_json', '')
    if (!raw) return undefined
    // A SKILL.md takes precedence for these fields, so the manifest may omit them.
    const elsewhere = document ? ['name', 'version', 'description'] : []
    const fields = checkManifest(raw, (code, message) => this.#warnOf(code, 'skill.json', message), elsewhere)
    return fields && { ...fields, raw }
  }

  #checkName(name: string, file: string): string | undefined {
    if (!isSkillName(name)) {
      const rule = 'use lower-case letters, digits and single hyphens, at most 64 characters'
      this.#warnOf('invalid_name', file, `"name" ${quoted(name)} is not a valid skill name; ${rule}`)
      return undefined
    }
    if (name !== this.#place.entry && name !== basename(this.#place.folder))
      this.#warnOf('name_mismatch', file, `"name" is "${name}", but the folder is named ${quoted(this.#place.entry)}`)
    return name
  }

  #compare({ fields, body }: Document, manifest: ManifestFields, file: string): void {
    const differing = (['name', 'description', 'license'] as const).filter(
      (field) => fields[field] !== undefined && manifest[field] !== undefined && fields[field] !== manifest[field],
    )
    for (const field of differing)
      this.#warnOf('disagreement', 'skill.json', `"${field}" differs from ${file}, which is used`)
    const version = fields.metadata?.version
    if (version !== undefined && manifest.version !== undefined && version !== manifest.version)
      this.#warnOf('disagreement', file, `"metadata.version" differs from skill.json, which is used`)
    if (body !== '' && (manifest.prompt !== undefined || this.#files.has('prompt.md'))) {
      const other = this.#promptFile(manifest.prompt ?? 'prompt.md')
      if (other !== '' && other !== body)
        this.#warnOf(
          'disagreement',
          manifest.prompt ?? 'prompt.md',
          `it differs from the text of ${file}, which is used`,
        )
    }
  }

  #documentVersion(fields: StandardFields | undefined): string {
    const version = fields?.metadata?.version
    if (version === undefined || isVersion(version)) return version ?? '0.0.0'
    // The examples of the standard use "1.0".
    if (/^\d+(\.\d+)?$/.test(version)) return `${version}${version.includes('.') ? '' : '.0'}.0`
    this.#warnOf('invalid_field', 'SKILL.md', '"metadata.version" is not a semantic version; 0.0.0 is used')
    return '0.0.0'
  }

  #readPrompt(manifest: ManifestFields | undefined): string {
    if (manifest?.prompt === undefined && !this.#files.has('prompt.md')) return ''
    return this.#promptFile(manifest?.prompt ?? 'prompt.md')
  }

  #promptFile(file: string): string {
    const read = readTextFile(this.#place.folder, file)
    if ('text' in read) return plainLines(read.text)
    this.#warnOf(asCode(read.code), file, `the prompt ${read.reason}; it is ignored`)
    return ''
  }

  #readConfigSchema(manifest: ManifestFields): Skill['configSchema'] {
    if (manifest.configSchema === undefined && !this.#files.has('config-schema.json')) return undefined
    const file = manifest.configSchema ?? 'config-schema.json'
    const raw = this.#readObject(file, 'invalid_config_schema', '; the skill has no settings')
    if (!raw) return undefined
    const parsed = parseConfigSchema(raw)
    if ('schema' in parsed) return parsed.schema
    for (const issue of parsed.issues)
      this.#warnOf('invalid_config_schema', file, `"${issue.field}" ${issue.message}; the skill has no settings`)
    return undefined
  }

  #readScripts(manifest: { raw: JsonObject } | undefined): SkillScript[] {
    const warn = (code: SkillWarningCode, message: string, path?: string) =>
      this.#warn(code, path ?? join(this.#place.folder, 'skill.json'), message)
    const listed = manifest?.raw.scripts
    if (Array.isArray(listed)) {
      const scripts = listedScripts(this.#place.folder, listed, warn)
      for (const script of scripts) this.#warnOfInput(script)
      return scripts
    }
    const found = this.#files.has('scripts') ? foundScripts(this.#place.folder, warn) : []
    return manifest ? found : found.map((script) => ({ ...script, runnable: false }))
  }

  #warnOfInput(script: SkillScript): void {
    const message = this.#checks.checkScript?.(script)
    if (message !== undefined)
      this.#warnOf('unsupported_schema', 'skill.json', `scripts ${quoted(script.name)}: ${message}`)
  }

  #readObject(file: string, code: SkillWarningCode, consequence: string): JsonObject | undefined {
    const read = readTextFile(this.#place.folder, file)
    const parsed = 'text' in read ? { code, ...parseObject(read.text) } : read
    if ('value' in parsed) return parsed.value
    this.#warnOf(asCode(parsed.code), file, `it ${parsed.reason}${consequence}`)
    return undefined
  }

  #warnOf(code: SkillWarningCode, file: string, message: string): void {
    this.#warn(code, join(this.#place.folder, file), message)
  }
}

function asCode(code: SkillWarningCode | 'missing'): SkillWarningCode {
  return code === 'missing' ? 'unreadable' : code
}

function titleOf(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
