import type { StoryMemory } from '../memory/entities.ts'
import type { Beat, Outline } from './outline.ts'

/** Draws an outline as a Mermaid flowchart: one subgraph per act, turning points as hexagons, written scenes filled. */
export function outlineAsMermaid(outline: Outline, memory: StoryMemory): string {
  const narrated = new Map(Object.values(memory.scenes).map(({ beat, id }) => [beat, id]))
  const lines = ['flowchart TD']
  let last: string | undefined
  for (const [part, { title, acts }] of outline.parts.entries()) {
    for (const [act, { title: name, beats }] of acts.entries()) {
      if (beats.length === 0) continue
      lines.push(`  subgraph P${part + 1}A${act + 1}["${label(`${title} · ${name}`)}"]`)
      for (const beat of beats) lines.push(`    ${nodeOf(beat)}`)
      lines.push('  end')
      for (const { id } of beats) {
        if (last !== undefined) lines.push(`  ${last} --> ${id}`)
        last = id
      }
    }
  }
  const written = [...narrated.keys()].filter(
    (beat) => beat !== undefined && lines.some((line) => line.includes(`${beat}`)),
  )
  if (written.length > 0)
    lines.push('  classDef written fill:#cfe8cf,stroke:#2f6b2f', `  class ${written.join(',')} written`)
  return `${lines.join('\n')}\n`
}

function nodeOf({ id, purpose, turning_point }: Beat): string {
  const text = `"${label(`${id}: ${purpose}`)}"`
  return turning_point === true ? `${id}{{${text}}}` : `${id}[${text}]`
}

// Mermaid reads these characters even inside quotation marks.
function label(text: string): string {
  return text.replaceAll('"', '#quot;').replaceAll('<', '#lt;').replaceAll('>', '#gt;').replaceAll(/\s+/g, ' ')
}
