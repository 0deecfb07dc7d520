import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Changes the config of a project. */
export function configure(folder: string, config: object): void {
  const file = join(folder, 'config.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...config }))
}

/** A plan that can run in a new project. */
export const goodPlan = {
  rationale: 'It is time.',
  scene_intention: 'Elena meets the ferryman.',
  pov_character: 'C0',
  target_location: 'L0',
  actions: [{ tool: 'character.generate', args: { role: 'ferryman', name: 'Marcus Vale' }, reason: 'new' }],
  expected_outcomes: ['They meet'],
}
/** A scene of that plan. */
export const goodScene = {
  title: 'The Crossing',
  prose: 'The boat was late.\n\nMarcus was later.',
  summary: ['Elena meets Marcus.'],
  loops_raised: [{ description: 'Why was he late?', category: 'mystery', importance: 'low' }],
  loops_developed: ['OL0'],
  characters: ['C0', 'C1'],
  relationship_changes: [],
}

/** An action that relates the first two characters. */
export const bond = {
  tool: 'relationship.create',
  args: { character_a: 'C0', character_b: 'C1', relationship_type: 'rivals' },
}

/** A critique that finds nothing. */
export const accepted = { verdict: 'accept', problems: [] }
