import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A temporary folder with a skills root and a home, removed after the test. */
export interface World {
  folder: string
  root: string
  home: string
  /** Writes files of one skill folder; values other than texts and bytes become JSON; `scripts/` files are executable. */
  skill(name: string, files: Record<string, unknown>, root?: string): string
}

/** A manifest with everything that is required. */
export function manifest(name: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { name, version: '1.0.0', description: `What ${name} does.`, ...fields }
}

/** Builds the world of one test. */
export function buildWorld(): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'narratoria-skills-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const root = join(folder, 'skills')
  mkdirSync(root)
  return {
    folder,
    root,
    home: join(folder, 'home'),
    skill(name, files, place = root) {
      const skillFolder = join(place, name)
      mkdirSync(skillFolder, { recursive: true })
      for (const [file, content] of Object.entries(files)) {
        const path = join(skillFolder, file)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(
          path,
          typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
        )
        if (file.startsWith('scripts/')) chmodSync(path, 0o755)
      }
      return skillFolder
    },
  }
}
