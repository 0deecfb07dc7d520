import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileStamp, readConfigFile, writeJsonFile } from '../config/config-file.ts'
import type { Skill, SkillErrorState } from '../skill.ts'
import { isHealthRecord, SkillHealth, type SkillOutcome } from './skill-health.ts'

/** A skill's health changed. */
export interface SkillHealthChange {
  name: string
  errorState: SkillErrorState
  previous: SkillErrorState
}

/** After so long, what another program saw of a skill counts no more. */
const forgottenAfterMs = 24 * 60 * 60_000

/**
 * The health of all skills. What is not healthy is kept in the home, one file for each skill, so that another program
 * (`narratoria skills list` for one) sees it too. A record counts for a day, and only for the very files it is about.
 */
export class HealthBook {
  readonly #folder: string
  readonly #now: () => number
  readonly #healths = new Map<string, SkillHealth>()
  /** Names whose files are still to be looked at. */
  readonly #unread: Set<string>
  #writing: Promise<void> = Promise.resolve()

  constructor(home: string, now: () => number) {
    this.#folder = join(home, 'skill-health')
    this.#now = now
    this.#unread = new Set(filesOf(this.#folder))
  }

  /** A skill's state at this moment. */
  stateOf(skill: Skill): SkillErrorState {
    return this.#find(skill)?.state ?? 'healthy'
  }

  /** Takes a result into account; answers with the change, if there is one. */
  report(skill: Skill, outcome: SkillOutcome): SkillHealthChange | undefined {
    const health = this.#find(skill) ?? new SkillHealth(this.#now)
    const previous = health.state
    const before = JSON.stringify(health.record)
    health.report(outcome)
    this.#healths.set(skill.name, health)
    if (JSON.stringify(health.record) !== before) this.#keep(skill, health)
    return health.state === previous ? undefined : { name: skill.name, errorState: health.state, previous }
  }

  /** Makes a skill healthy again: whatever made it fail may be mended. */
  forgive(skill: Skill): SkillHealthChange | undefined {
    const previous = this.stateOf(skill)
    if (this.#healths.delete(skill.name)) this.#remove(skill.name)
    return previous === 'healthy' ? undefined : { name: skill.name, errorState: 'healthy', previous }
  }

  /** Waits until everything is on the disk. */
  flush(): Promise<void> {
    return this.#writing
  }

  #find(skill: Skill): SkillHealth | undefined {
    if (this.#unread.delete(fileOf(skill.name))) {
      const { values } = readConfigFile(join(this.#folder, fileOf(skill.name)))
      const { record, at, files } = values
      const isRecent = typeof at === 'number' && Math.abs(this.#now() - at) < forgottenAfterMs
      if (isRecent && files === fingerprint(skill) && isHealthRecord(record))
        this.#healths.set(skill.name, new SkillHealth(this.#now, record))
      else this.#remove(skill.name)
    }
    return this.#healths.get(skill.name)
  }

  #keep(skill: Skill, { state, record }: SkillHealth): void {
    if (state === 'healthy') return this.#remove(skill.name)
    const content = { record: { ...record }, at: this.#now(), files: fingerprint(skill) }
    this.#write(async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await writeJsonFile(join(this.#folder, fileOf(skill.name)), content)
    })
  }

  #remove(name: string): void {
    this.#write(() => rm(join(this.#folder, fileOf(name)), { force: true }))
  }

  // A home that cannot be written costs the memory of other programs, nothing here.
  #write(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch(() => undefined)
  }
}

const fileOf = (name: string): string => `${name}.json`

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Tells a skill's files from other ones: another manifest, script or setting may work. */
function fingerprint(skill: Skill): string {
  const manifests = ['skill.json', 'SKILL.md', 'config.json'].map((file) => join(skill.path, file))
  const stamps = [...manifests, ...skill.scripts.map((script) => script.path)].map(fileStamp)
  return createHash('sha256').update(stamps.join('\n')).digest('hex')
}
