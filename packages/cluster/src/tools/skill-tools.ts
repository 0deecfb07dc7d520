import { realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { folderDigest } from '@narratoria/skills/install'
import type { SkillRegistry } from '@narratoria/skills'
import type { RemoteTool } from './attempt-rows.ts'

/** The tools of the skills of this process, by the digests of their folders. */
export class SkillTools {
  readonly #skills: SkillRegistry
  #folders: { name: string; path: string; digest: string }[] | undefined
  readonly #onChanged = () => (this.#folders = undefined)

  constructor(skills: SkillRegistry) {
    this.#skills = skills
    skills.on('changed', this.#onChanged)
  }

  close(): void {
    this.#skills.off('changed', this.#onChanged)
  }

  digests(): string[] {
    return this.#all().map(({ digest }) => digest)
  }

  /** The name of a tool for other machines; undefined if it belongs to no skill. */
  nameOf(toolPath: string): RemoteTool | undefined {
    for (const { name, path, digest } of this.#all()) {
      const inner = relative(path, toolPath)
      if (inner !== '' && !inner.startsWith('..')) return { skill: name, path: inner.split(sep).join('/'), digest }
    }
    return undefined
  }

  /**
   * The file of a tool of another machine here: `refused` if there is no skill of this content or the file lies outside of it, `missing` if
   * there is no such file.
   */
  pathOf({ skill, path, digest }: RemoteTool): { path: string } | 'refused' | 'missing' {
    const found = this.#all().find((each) => each.digest === digest && each.name === skill)
    if (!found || typeof path !== 'string' || path.split('/').includes('..')) return 'refused'
    try {
      const real = realpathSync(join(found.path, ...path.split('/')))
      const inner = relative(found.path, real)
      return inner === '' || inner.startsWith('..') || !statSync(real).isFile() ? 'refused' : { path: real }
    } catch {
      return 'missing'
    }
  }

  /** The private folder of a skill on this machine. */
  dataDirOf(skill: string): string {
    return this.#skills.dataDir(skill)
  }

  #all() {
    return (this.#folders ??= this.#skills.list().flatMap((skill) => {
      if (!skill.enabled || !skill.path) return []
      const path = realpathSync(skill.path)
      return [{ name: skill.name, path, digest: folderDigest(path) }]
    }))
  }
}
