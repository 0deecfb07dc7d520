import type { World } from '@narratoria/world'

/** Draws the places of a world and their exits as a Mermaid flowchart. */
export function mapOf(world: World): string {
  const lines = ['flowchart LR']
  for (const [id, place] of Object.entries(world.places)) lines.push(`  ${id}["${escapeLabel(place.name)}"]`)
  const drawn = new Set<string>()
  for (const [from, place] of Object.entries(world.places))
    for (const [direction, exit] of Object.entries(place.exits ?? {})) {
      const to = typeof exit === 'string' ? exit : exit.to
      if (drawn.has(`${to}>${from}`)) continue
      drawn.add(`${from}>${to}`)
      const back = Object.entries(world.places[to]?.exits ?? {}).find(
        ([, other]) => (typeof other === 'string' ? other : other.to) === from,
      )
      const condition = typeof exit !== 'string' && (exit.when !== undefined || exit.door !== undefined)
      const label = escapeLabel(back ? `${direction} / ${back[0]}` : direction)
      lines.push(`  ${from} ${arrow(back !== undefined, condition)}|"${label}"| ${to}`)
    }
  return `${lines.join('\n')}\n`
}

// Both ways, one way; dotted where a door or a condition can bar the way.
function arrow(both: boolean, condition: boolean): string {
  if (both) return condition ? '<-.->' : '<-->'
  return condition ? '-.->' : '-->'
}

function escapeLabel(text: string): string {
  return text.replaceAll('"', '#quot;')
}
