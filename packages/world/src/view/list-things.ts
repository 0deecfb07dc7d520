import type { LiveScene } from '../live/live-scene.ts'

/**
 * Sentences for the things at a place: the appearance of those that are where they were at first, and lists of the others. What the
 * description of the place names, and doors, are not listed again while they are there.
 */
export function thingLines(scene: LiveScene, place: string, description: string): string[] {
  const lines: string[] = []
  const plain: string[] = []
  const doors = new Set(Object.values(scene.exitsOf(place)).map(({ door }) => door))
  for (const id of visibleAt(scene, place)) {
    const isMoved = scene.isMoved(id)
    const { appearance } = scene.things[id]!
    if (appearance !== undefined && !isMoved) lines.push(scene.text(`appearance:${id}`, appearance))
    else if (isMoved || !(doors.has(id) || isNamed(scene, id, description))) plain.push(id)
  }
  const holders = scene.thingsAt(place).filter((id) => !scene.is(id, 'hidden'))
  const contents = holders.flatMap((id) => contentLines(scene, id, description))
  if (plain.length > 0) lines.push(scene.phrase('place.things', { things: plain }))
  return [...lines, ...contents]
}

function visibleAt(scene: LiveScene, location: string): string[] {
  return scene.thingsAt(location).filter((id) => !scene.is(id, 'hidden') && !scene.is(id, 'scenery'))
}

function contentLines(scene: LiveScene, holder: string, description: string): string[] {
  const lines: string[] = []
  const locations = [`on:${holder}`, ...(scene.isOpen(holder) ? [`in:${holder}`] : [])]
  for (const location of locations) {
    const [untouched, others] = [[] as string[], [] as string[]]
    for (const id of visibleAt(scene, location)) {
      const isMoved = scene.isMoved(id)
      if (!isMoved && scene.things[id]?.appearance !== undefined) untouched.push(id)
      else if (isMoved || !isNamed(scene, id, description)) others.push(id)
    }
    lines.push(...untouched.map((id) => scene.text(`appearance:${id}`, scene.things[id]!.appearance!)))
    if (others.length > 0)
      lines.push(scene.phrase(location.startsWith('on:') ? 'place.on' : 'place.in', { things: others, thing: holder }))
  }
  return lines
}

function isNamed(scene: LiveScene, id: string, description: string): boolean {
  const { name, aliases = [] } = scene.things[id]!
  const words = ` ${description.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  return [name, ...aliases].some((each) => words.includes(` ${each.toLowerCase()} `))
}
