import { join } from 'node:path'

/** The paths of a project's files, relative to its folder, separated by `/`. */
export const layout = {
  state: 'state.json',
  config: 'config.json',
  /** The acts and beats of the novel. */
  outline: 'outline.json',
  /** The ids of the scenes in the order of reading, if it is not that of writing. */
  order: 'memory/order.json',
  scenes: 'scenes',
  plans: 'plans',
  errors: 'errors',
  memory: {
    characters: 'memory/characters',
    locations: 'memory/locations',
    things: 'memory/things',
    scenes: 'memory/scenes',
    open_loops: 'memory/open_loops',
    relationships: 'memory/relationships',
  },
  /** Internal files: lock, running commit, history, counters. */
  own: '.story',
} as const

/** A number in the form of file names: at least three digits. */
export function numbered(number: number): string {
  return String(number).padStart(3, '0')
}

/** The path of a project file in the form of the operating system. */
export function inProject(folder: string, path: string): string {
  return join(folder, ...path.split('/'))
}
