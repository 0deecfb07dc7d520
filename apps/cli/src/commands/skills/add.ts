import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { discoverSkills, isGuidanceOnly, type Skill, type SkillOrigin } from '@narratoria/skills'
import { folderDigest, installedSkills, readOrigin, removeOrigin, saveOrigin } from '@narratoria/skills/install'
import { exitCodes, UsageError } from '../../exit-codes.ts'
import { narratoriaHome, skillRoots } from '../../host/skill-roots.ts'
import { demandLines } from '../../host/skill-sources/describe-skill.ts'
import { fetchSkills, sourceOf, type SkillSource } from '../../host/skill-sources/fetch-skills.ts'
import type { Io } from '../../io.ts'
import { notify, print } from '../../terminal/print.ts'
import { openPrompt } from '../../terminal/prompt.ts'
import type { AddOptions, RemoveOptions, TrustOptions, UpdateOptions } from './command.ts'

export function addSkills({ source, trust, yes }: AddOptions, io: Io): Promise<number> {
  return new Installation(io, yes === true).add(sourceOf(source, io), trust === true)
}

export async function updateSkills({ names, yes }: UpdateOptions, io: Io): Promise<number> {
  const installation = new Installation(io, yes === true)
  const all = await installation.list()
  for (const name of names) if (!all.has(name)) throw unknown(name, io)
  const wanted = [...all].filter(([name]) => names.length === 0 || names.includes(name))
  if (wanted.length === 0) print(io, 'No skill was added; `narratoria skills add` adds one.')
  let worst: number = exitCodes.success
  for (const [name, { origin }] of wanted) worst = Math.max(worst, await installation.update(name, origin))
  return worst
}

export async function removeSkills({ names, data }: RemoveOptions, io: Io): Promise<void> {
  const home = narratoriaHome(io)
  for (const name of names) if (readOrigin(home, nameOf(name)) === undefined) throw unknown(name, io)
  for (const name of names) {
    await rm(join(installedSkills(home), name), { recursive: true, force: true })
    await removeOrigin(home, name)
    if (data) await rm(join(home, 'skill-data', name), { recursive: true, force: true })
    print(io, `Removed ${name}${data ? ' with its settings and data' : '; its settings and data are kept'}.`)
  }
}

export async function trustSkill({ name, sandbox, yes }: TrustOptions, io: Io): Promise<number> {
  const installation = new Installation(io, yes === true)
  const found = (await installation.list()).get(name)
  if (!found) throw unknown(name, io)
  return installation.agreeAgain(found.skill, found.origin, sandbox !== true)
}

interface Installed {
  skill: Skill
  origin: SkillOrigin
}

/** Adds skills to the home and changes what the user agreed to. */
class Installation {
  readonly #io: Io
  readonly #home: string
  readonly #yes: boolean

  constructor(io: Io, yes: boolean) {
    this.#io = io
    this.#home = narratoriaHome(io)
    this.#yes = yes
  }

  /** The installed skills by the names of their folders. A skill whose record is damaged is left out. */
  async list(): Promise<Map<string, Installed>> {
    const { skills } = await discoverSkills({ roots: [installedSkills(this.#home)] })
    return new Map(
      skills.flatMap((skill): [string, Installed][] => {
        const folder = basename(skill.path)
        const origin = readOrigin(this.#home, folder)
        return origin && !('fault' in origin) ? [[folder, { skill, origin }]] : []
      }),
    )
  }

  add(source: SkillSource, trusted: boolean): Promise<number> {
    return this.#withStage(async (stage) => {
      const skills = await fetchSkills(source, stage, this.#io)
      for (const { name } of skills)
        if (existsSync(this.#folderOf(name)) && readOrigin(this.#home, name) === undefined)
          throw new UsageError(`${this.#folderOf(name)} exists and was not added by this command; move it away first`)
      const shipped = await this.#otherNames()
      for (const skill of skills) {
        const before = readOrigin(this.#home, skill.name)
        const replaced = before && 'source' in before ? `, instead of the one from ${before.source}` : ''
        print(this.#io, `${skill.name} ${skill.version}${replaced}: ${skill.description}`)
        for (const line of this.#lines(skill, source, trusted)) print(this.#io, `  ${line}`)
        if (shipped.has(skill.name)) print(this.#io, '  replaces  the shipped skill of this name')
      }
      if (!(await this.#agree(skills.length === 1 ? 'Add it?' : 'Add them?'))) return this.#refused()
      for (const skill of skills) await this.#place(skill, source, trusted)
      for (const { name } of skills) print(this.#io, `Added ${name}.`)
      await this.#reportMissingSandbox(skills, trusted)
      return exitCodes.success
    })
  }

  update(name: string, origin: SkillOrigin): Promise<number> {
    return this.#withStage(async (stage) => {
      const { source, kind, trusted } = origin
      const skill = (await fetchSkills({ source, kind }, stage, this.#io)).find((each) => each.name === name)
      if (!skill)
        throw new UsageError(`"${source}" has no skill "${name}" any more; "skills remove ${name}" removes it`)
      const digest = folderDigest(skill.path)
      if (digest === origin.digest && digest === this.#presentDigest(name)) {
        print(this.#io, `${name} ${skill.version} is up to date.`)
        return exitCodes.success
      }
      print(this.#io, `${name}, now ${skill.version}: ${skill.description}`)
      for (const line of this.#lines(skill, origin, trusted)) print(this.#io, `  ${line}`)
      if (!(await this.#agree('Update it?'))) return this.#refused()
      await this.#place(skill, origin, trusted)
      print(this.#io, `Updated ${name}.`)
      return exitCodes.success
    })
  }

  /** Agrees to the present content of an installed skill. */
  async agreeAgain(skill: Skill, origin: SkillOrigin, trusted: boolean): Promise<number> {
    print(this.#io, `${skill.name} ${skill.version}: ${skill.description}`)
    for (const line of this.#lines(skill, origin, trusted)) print(this.#io, `  ${line}`)
    if (!(await this.#agree(trusted ? 'Trust it?' : 'Use it?'))) return this.#refused()
    await saveOrigin(this.#home, basename(skill.path), { ...origin, digest: folderDigest(skill.path), trusted })
    print(this.#io, trusted ? `${skill.name} is trusted.` : `${skill.name} runs in a sandbox.`)
    await this.#reportMissingSandbox([skill], trusted)
    return exitCodes.success
  }

  #lines(skill: Skill, { source, kind }: SkillSource, trusted: boolean): string[] {
    const { license = 'not stated' } = skill
    const about = [`from      ${kind} ${source}`, `digest    ${folderDigest(skill.path)}`, `licence   ${license}`]
    return [...about, ...demandLines(skill, trusted)]
  }

  async #agree(question: string): Promise<boolean> {
    if (this.#yes) return true
    if (!this.#io.stdin.isTTY || !this.#io.stdout.isTTY)
      throw new UsageError('nothing was changed: without a terminal, --yes agrees to what is listed')
    const prompt = openPrompt(this.#io, { plain: true })
    try {
      return /^y(es)?$/i.test((await prompt.ask(`${question} [y/N] `))?.trim() ?? '')
    } finally {
      prompt.close()
    }
  }

  #refused(): number {
    print(this.#io, 'Nothing was changed.')
    return exitCodes.failure
  }

  /** Moves a fetched skill to its place. The record comes first: with it, a folder that is not complete is not used. */
  async #place(skill: Skill, { source, kind }: SkillSource, trusted: boolean): Promise<void> {
    const folder = this.#folderOf(skill.name)
    mkdirSync(installedSkills(this.#home), { recursive: true, mode: 0o700 })
    const addedAt = new Date().toISOString()
    await saveOrigin(this.#home, skill.name, { source, kind, digest: folderDigest(skill.path), addedAt, trusted })
    await rm(folder, { recursive: true, force: true })
    await rename(skill.path, folder).catch(() => cp(skill.path, folder, { recursive: true }))
  }

  async #reportMissingSandbox(skills: readonly Skill[], trusted: boolean): Promise<void> {
    const confined = trusted ? [] : skills.filter((skill) => !isGuidanceOnly(skill))
    if (confined.length === 0 || hasBubblewrap(this.#io)) return
    const names = confined.map(({ name }) => name).join(', ')
    const how =
      process.platform === 'linux'
        ? 'Install the package "bubblewrap" of your system'
        : 'Sandboxes exist only on Linux: run Narratoria in a container'
    notify(
      this.#io,
      `the scripts of ${names} do not run yet, because bubblewrap was not found. ${how}, or trust the skill: narratoria skills trust ${confined[0]!.name}`,
    )
  }

  async #otherNames(): Promise<Set<string>> {
    const roots = skillRoots(this.#io).filter((root) => root !== installedSkills(this.#home))
    return new Set((await discoverSkills({ roots })).skills.map(({ name }) => name))
  }

  #presentDigest(name: string): string | undefined {
    return existsSync(this.#folderOf(name)) ? folderDigest(this.#folderOf(name)) : undefined
  }

  #folderOf(name: string): string {
    return join(installedSkills(this.#home), name)
  }

  /** Runs `work` with an empty folder in the home, so that what it makes there can be moved. */
  async #withStage<T>(work: (stage: string) => Promise<T>): Promise<T> {
    mkdirSync(this.#home, { recursive: true, mode: 0o700 })
    const stage = mkdtempSync(join(this.#home, '.adding-'))
    try {
      return await work(stage)
    } finally {
      rmSync(stage, { recursive: true, force: true })
    }
  }
}

function hasBubblewrap({ env }: Io): boolean {
  return process.platform === 'linux' && (env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, 'bwrap')))
}

/** A name as a folder in the home. */
function nameOf(name: string): string {
  if (/^[a-z0-9-]+$/.test(name)) return name
  throw new UsageError(`"${name}" is not the name of a skill`)
}

function unknown(name: string, io: Io): UsageError {
  const isThere = existsSync(join(installedSkills(narratoriaHome(io)), name))
  return new UsageError(
    isThere
      ? `"${name}" was not added with "skills add"; its folder is ${join(installedSkills(narratoriaHome(io)), name)}`
      : `no skill named "${name}" was added; "narratoria skills list" lists all skills`,
  )
}
