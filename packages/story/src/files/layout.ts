import { join } from 'node:path'

/** Where a project keeps what, relative to its folder, with `/`. */
export const layout = {
  state: 'state.json',
  config: 'config.json',
  scenes: 'scenes',
  plans: 'plans',
  errors: 'errors',
  memory: {
    characters: 'memory/characters',
    locations: 'memory/locations',
    scenes: 'memory/scenes',
    open_loops: 'memory/open_loops',
    relationships: 'memory/relationships',
  },
  /** What the program keeps for itself: lock, commits under way, history, counters. */
  own: '.story',
} as const

/** A number as file names have it: at least three digits. */
export function numbered(number: number): string {
  return String(number).padStart(3, '0')
}

/** A path inside a project as the system writes it. */
export function inProject(folder: string, path: string): string {
  return join(folder, ...path.split('/'))
}
