import { describe, expect, it } from 'vitest'
import { arcKinds } from '../../src/stub/arc-kind.ts'
import phrases from '../../src/stub/content/phrases.json' with { type: 'json' }
import { withArticle } from '../../src/stub/imagine-arc.ts'
import { lexicons } from '../../src/stub/lexicon.ts'
import { fill } from '../../src/stub/template.ts'
import { readProject } from '../../src/index.ts'
import { writeNovel } from '../write-novel.ts'
import { contents, makeProject, openStory, written } from '../world.ts'

const roles = [
  ...new Set([
    ...phrases.absentTrades,
    ...Object.values(lexicons).flatMap(({ helpers, rivals }) => [...helpers, ...rivals]),
  ]),
]

describe('the texts of the stub', () => {
  it('P3 §1: use the right article for every role in every template', () => {
    expect(roles.length).toBeGreaterThan(30)
    const texts = Object.values(arcKinds).flatMap(({ templates }) =>
      Object.values(templates).flatMap((ways) => ways.flatMap(({ paragraphs }) => paragraphs)),
    )
    const wrong = roles.flatMap((role) => {
      const about: Record<string, string> = { Hrole: role, Rrole: role }
      for (const slot of ['aHrole', 'aRrole']) about[slot] = withArticle(role)
      const slots = new Proxy(about, { get: (own, name: string) => own[name] ?? 'X' })
      const other = /^[aeiou]/i.test(role) ? 'a' : 'an'
      const bad = new RegExp(`\\b${other} ${role}\\b`, 'i')
      return texts.map((text) => fill(text, slots, () => 0)).filter((text) => bad.test(text))
    })
    expect(wrong).toEqual([])
  })

  it('P3 §4.1: a long intention is not cut for the title, and descriptions are in full sentences', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    for (let tick = 0; tick < 2; tick++) written(await story.tick())
    const helper = (await readProject(folder)).memory.characters.C2!
    const intention = `The protagonist burns the deed in the stove while ${helper.name} looks on and says nothing at all.`
    const { scene, prose } = written(
      await story.tick({ plan: { rationale: 'r', scene_intention: intention, actions: [] } }),
    )
    expect(scene.title).not.toContain('…')
    expect(scene.title).toContain(helper.name)
    expect(prose).toContain(`In my notes it says: “${helper.description}”`)
    expect(helper.description).toMatch(/^An? .+ who knows something of /)
    expect(contents(folder)['scenes/S003.md']).toContain(`# ${scene.title}`)
  })

  it.each(['one', 'two', 'three'])(
    'P3 §11: every scene of the first arc mentions the premise and develops it (seed %s)',
    async (seed) => {
      const premise = 'A lighthouse burns under water.'
      const { memory, scenes, proses } = await writeNovel({ seed, premise, protagonist: 'Oda Marsh, a diver' }, 5)
      for (const index of [0, 1, 4]) expect(proses[index]).toContain(`“${premise}”`)
      for (const index of [2, 3])
        expect(proses[index]).toMatch(/with which I beg|under which I began|old beginning|begins with|every stranger/)
      expect(proses.filter((prose) => /Oda|a diver/.test(prose)).length).toBeGreaterThanOrEqual(3)
      expect(memory.open_loops.OL0?.developed_in).toEqual(scenes.slice(1).map(({ id }) => id))
    },
  )
})
