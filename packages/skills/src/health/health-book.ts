import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readableConfigPath } from '../config/config-place.ts'
import { fileStamp } from '../files/file-stamp.ts'
import { listFolder } from '../files/list-folder.ts'
import { readJsonFile, writeJsonFile } from '../files/json-file.ts'
import type { Skill, SkillErrorState } from '../skill.ts'
import { isHealthRecord, SkillHealth, type SkillOutcome } from './skill-health.ts'

/** A change of a skill's health. */
export interface SkillHealthChange {
  name: string
  errorState: SkillErrorState
  previous: SkillErrorState
}

/** How long a record of another program counts. */
const maxAgeMs = 24 * 60 * 60_000

/**
 * The health of all skills. Every state but `healthy` is stored in the home, one file for each skill, so that other programs such
 * as `narratoria skills list` see it too. A record counts for a day, and only while the skill's files are unchanged.
 */
export class HealthBook {
  readonly #home: string
  readonly #folder: string
  readonly #now: () => number
  readonly #healths = new Map<string, SkillHealth>()
  /** Names of the files that were not read yet. */
  readonly #unread: Set<string>
  #writing: Promise<void> = Promise.resolve()

  constructor(home: string, now: () => number) {
    this.#home = home
    this.#folder = join(home, 'skill-health')
    this.#now = now
    this.#unread = new Set(listFolder(this.#folder))
  }

  stateOf(skill: Skill): SkillErrorState {
    return this.#find(skill)?.state ?? 'healthy'
  }

  /** Updates a skill's health from a result. Returns the change, if any. */
  report(skill: Skill, outcome: SkillOutcome): SkillHealthChange | undefined {
    const health = this.#find(skill) ?? new SkillHealth(this.#now)
    const previous = health.state
    const before = JSON.stringify(health.record)
    health.report(outcome)
    this.#healths.set(skill.name, health)
    if (JSON.stringify(health.record) !== before) this.#store(skill, health)
    return health.state === previous ? undefined : { name: skill.name, errorState: health.state, previous }
  }

  /** Resets a skill to `healthy`, because the cause of its failures may be fixed. */
  reset(skill: Skill): SkillHealthChange | undefined {
    const previous = this.stateOf(skill)
    if (this.#healths.delete(skill.name)) this.#remove(skill.name)
    return previous === 'healthy' ? undefined : { name: skill.name, errorState: 'healthy', previous }
  }

  /** Waits until every record is written. */
  flush(): Promise<void> {
    return this.#writing
  }

  #find(skill: Skill): SkillHealth | undefined {
    if (this.#unread.delete(fileOf(skill.name))) {
      const { values } = readJsonFile(join(this.#folder, fileOf(skill.name)))
      const { record, at, files } = values
      const isRecent = typeof at === 'number' && Math.abs(this.#now() - at) < maxAgeMs
      if (isRecent && files === this.#fingerprint(skill) && isHealthRecord(record))
        this.#healths.set(skill.name, new SkillHealth(this.#now, record))
      else this.#remove(skill.name)
    }
    return this.#healths.get(skill.name)
  }

  #store(skill: Skill, { state, record }: SkillHealth): void {
    if (state === 'healthy') return this.#remove(skill.name)
    const content = { record: { ...record }, at: this.#now(), files: this.#fingerprint(skill) }
    this.#write(async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await writeJsonFile(join(this.#folder, fileOf(skill.name)), content)
    })
  }

  #remove(name: string): void {
    this.#write(() => rm(join(this.#folder, fileOf(name)), { force: true }))
  }

  /** Identifies the present version of a skill's manifest, scripts and settings. */
  #fingerprint(skill: Skill): string {
    const files = ['skill.json', 'SKILL.md'].map((file) => join(skill.path, file))
    const settings = readableConfigPath({ folder: skill.path, name: skill.name, home: this.#home })
    const stamps = [...files, settings, ...skill.scripts.map((script) => script.path)].map(fileStamp)
    return createHash('sha256').update(stamps.join('\n')).digest('hex')
  }

  // If the home is not writable, only other programs lack the records.
  #write(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch(() => undefined)
  }
}

const fileOf = (name: string): string => `${name}.json`
