import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fills a project with scenes, characters, loops and relationships. */
export function writeLongProject(folder: string, scenes: number): void {
  const write = (path: string, value: unknown) => writeFileSync(join(folder, path), JSON.stringify(value, null, 2))
  const words = (number: number) =>
    `something that matters, number ${number}, long enough to have the size of a real text`
  for (let number = 1; number <= scenes; number++) {
    const id = `S${String(number).padStart(3, '0')}`
    write(`memory/scenes/${id}.json`, {
      id,
      tick: number,
      title: `Scene ${number}`,
      pov_character: 'C0',
      location: 'L0',
      intention: words(number),
      summary: [`In scene ${number} there happens ${words(number)}.`, words(number + 1), words(number + 2)],
      characters: ['C0'],
      loops: { raised: [], developed: [], closed: [] },
      word_count: 300,
      created_at: '2026-01-01T00:00:00Z',
    })
  }
  const many = Math.ceil(scenes / 4)
  for (let number = 1; number <= many; number++) {
    const created_in_tick = number
    write(`memory/characters/C${number}.json`, {
      id: `C${number}`,
      name: `Person ${number}`,
      role: `role ${number}`,
      description: words(number),
      traits: ['patient'],
      goals: [],
      current_state: { goals: [], emotional_state: '' },
      created_in_tick,
    })
    write(`memory/relationships/R${number}.json`, {
      id: `R${number}`,
      character_a: 'C0',
      character_b: `C${number}`,
      relationship_type: 'acquaintance',
      status: 'neutral',
      intensity: 5,
      perspective_a: words(number),
      perspective_b: '',
      history: [],
      created_in_tick,
    })
    write(`memory/open_loops/OL${number}.json`, {
      id: `OL${number}`,
      description: `What became of ${words(number)}?`,
      category: 'mystery',
      importance: 'medium',
      status: 'open',
      created_in_scene: 'S001',
      developed_in: [],
      closed_in_scene: null,
      resolution: '',
    })
  }
  write('state.json', { ...JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')), current_tick: scenes })
}
