import { describe, expect, it } from 'vitest'
import { blocksOf } from './markdown.ts'
import { readNeeds } from './needs.ts'

/** The arrows of the first picture in docs/architecture.md, by the names that stand in its boxes. */
function drawnArrows(): string[] {
  const [picture] = blocksOf('docs/architecture.md').filter(({ code }) => code.startsWith('flowchart'))
  const boxes = new Map(Array.from(picture!.code.matchAll(/(\w+)\[(.+?)\]/g), ([, id = '', name = '']) => [id, name]))
  const arrows = picture!.code.matchAll(/^ *([\w-]+)(?:\[.+?\])? --> ([\w-]+)(?:\[.+?\])?$/gm)
  return Array.from(arrows, ([, from = '', to = '']) => `${boxes.get(from) ?? from} --> ${boxes.get(to) ?? to}`)
}

/** What needs what, without what follows from the rest. */
function neededArrows(): string[] {
  const needs = readNeeds()
  const reaches = (from: string, to: string): boolean =>
    (needs.get(from) ?? []).some((next) => next === to || reaches(next, to))
  return [...needs].flatMap(([from, all]) =>
    all
      .filter((to) => !all.some((other) => other !== to && reaches(other, to)))
      .map((to) => `${boxOf(from)} --> ${boxOf(to)}`),
  )
}

function boxOf(folder: string): string {
  return folder.startsWith('skills/') ? 'shipped skills' : folder.split('/')[1]!
}

describe('the picture of the packages', () => {
  it('has an arrow for each need that does not follow from the others, and no other', () => {
    expect(drawnArrows().toSorted()).toEqual([...new Set(neededArrows())].toSorted())
  })
})
