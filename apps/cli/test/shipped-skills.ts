import { cpSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { narratoria, temporaryFolder } from './command-line.ts'

const shipped = fileURLToPath(new URL('../../../skills', import.meta.url))

/** Copies shipped skills without settings and data into a folder, and returns the folder. */
export function copyShippedSkills(folder: string, names: readonly string[]): string {
  const excluded = new Set(['node_modules', 'src', 'test', 'data', 'config.json', '.turbo'])
  for (const name of names)
    cpSync(join(shipped, name), join(folder, name), {
      recursive: true,
      filter: (path) => !excluded.has(basename(path)),
    })
  return folder
}

interface Setting {
  type: string
  enum?: string[]
  default?: unknown
  minimum?: number
  maximum?: number
  pattern?: string
  'x-sensitive'?: boolean
}

/** A value other than the default, as a user types it. */
export function otherThanDefault(setting: Setting): string {
  if (setting.enum) return setting.enum.find((option) => option !== setting.default)!
  if (setting.type === 'boolean') return setting.default === true ? 'no' : 'yes'
  if (setting.type === 'integer' || setting.type === 'number') {
    const { minimum = 0, default: given = 0 } = setting
    return String(minimum === given ? minimum + 1 : minimum)
  }
  if (setting.type === 'array') return 'the Red Hand, the Harbour Watch'
  return setting.pattern?.includes('http') ? 'http://127.0.0.1:8080/v1' : 'd20'
}

/** A shipped skill with a home folder of its own. */
export function prepareSettings(name: string) {
  const home = temporaryFolder()
  const skills = copyShippedSkills(join(home, 'skills'), [name])
  const schema = JSON.parse(readFileSync(join(skills, name, 'config-schema.json'), 'utf8')) as {
    properties: Record<string, Setting>
  }
  const file = join(home, 'home/skill-data', name, 'config.json')
  return {
    home,
    args: ['skills', 'config', name, '--skills', skills, '--no-shipped-skills'],
    settings: schema.properties,
    file,
    saved: () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>,
  }
}

/** The names of the settings in the order of the form. */
export async function settingsInOrder(args: string[], home: string): Promise<string[]> {
  const { stdout } = await narratoria([...args.slice(0, 3), 'get', ...args.slice(3)], { home })
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' = ')[0]!)
}
