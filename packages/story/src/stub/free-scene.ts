import { novelContent, type SceneKind } from '@narratoria/content/novels'
import { beatsOf } from '../outline/outline.ts'
import type { SceneDraft } from '../writer/scene-writer.ts'
import { arrival, asTitle, type Composition, join, moodsOf } from './compose-scene.ts'
import { changesIn } from './changes-in.ts'
import { narrate, titleOf } from './narrate.ts'
import { writerOf } from './step-writer.ts'

const plain: SceneKind = {
  act: 1,
  other: 'ally',
  place: 'start',
  purpose: '',
  titles: [],
  summary: '',
  changes: [],
  open: [],
  talk: [],
  turn: [],
  close: [],
}

/** Writes a scene whose intention is in the writer's own words, such as one of an edited plan or outline: it happens in the middle. */
export function freeScene(
  composition: Composition,
  { intention, outcomes = [] }: { intention: string; outcomes?: readonly string[] },
): SceneDraft {
  const { beat, part, memory } = composition
  const write = writerOf(composition, plain)
  const { free, pools } = novelContent
  const [, other] = beat.people
  const fits = (text: string) => other !== undefined || !text.includes('{other}')
  const given = /[.!?…]$/.test(intention) ? intention : `${intention}.`
  const narrated = narrate(intention) ?? given
  const outcome = outcomes.slice(0, 2).map((text) =>
    write(
      'outcome',
      free.outcome!.map((each) => each.replaceAll('{outcome}', text.replace(/[.!?…]+$/, ''))),
      { each: 'scene', isNeeded: true },
    ),
  )
  const position = beatsOf(composition.outline).findIndex(({ id }) => id === beat.id)
  const about = pools[part.plot.category === 'place' ? 'place_subject' : part.plot.category]
  const paragraphs = [
    join(
      arrival(composition, { kind: plain, write, position: Math.max(0, position) }),
      write('act', [...pools.about, ...about], { each: 'scene', isNeeded: true, fits }),
    ),
    other === undefined ? '' : write('gesture', pools.gesture, { each: 'scene', isNeeded: true }),
    join(write('lead', free.lead!, { each: 'scene', isNeeded: true }), narrated),
    other === undefined ? '' : write('with', free.with!, { each: 'scene', isNeeded: true }),
    join(...outcome, write('mood', moodsOf(composition.tone), { each: 'scene', isNeeded: true, fits })),
    write('end', free.end!, { each: 'scene', isNeeded: true }),
  ].filter((paragraph) => paragraph !== '')
  const names = Object.values(memory.characters).flatMap(({ name }) => [name, name.split(' ')[0]!])
  return {
    title: titleFor(composition, titleOf(narrated, names)),
    prose: paragraphs.join('\n\n'),
    summary: [given, ...outcomes.slice(0, 3)],
    characters: beat.people,
    things: [],
    changes: changesIn(narrated, { memory, location: beat.place }),
    loops_developed: memory.open_loops.OL0?.status === 'open' ? ['OL0'] : [],
  }
}

/** The title that the purpose gives, or one of the built-in ones that no scene has. */
function titleFor({ memory, seed, beat }: Composition, named: string | undefined): string {
  const taken = new Set(Object.values(memory.scenes).map(({ title }) => title))
  const titles = [...(named === undefined ? [] : [named]), ...novelContent.free.title!].map((title) => asTitle(title))
  const first = titles.find((title) => !taken.has(title))
  return first ?? `${titles[seed.length % titles.length]!} (${beat.id})`
}
