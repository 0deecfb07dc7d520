import { novelContent, type SceneKind } from '@narratoria/content/novels'
import type { SceneDraft } from '../writer/scene-writer.ts'
import { type Composition, moodsOf, writerOf } from './compose-scene.ts'

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

/** Writes a scene whose intention is in the writer's own words, such as one of an edited plan. */
export function freeScene(
  composition: Composition,
  { intention, outcomes = [] }: { intention: string; outcomes?: readonly string[] },
): SceneDraft {
  const { beat, part, memory } = composition
  const write = writerOf({ ...composition, version: composition.version ?? 0 }, plain)
  const { free, pools } = novelContent
  const [, other] = beat.people
  const narrated = /[.!?…]$/.test(intention) ? intention : `${intention}.`
  const outcome = outcomes.slice(0, 2).map((text) =>
    write(
      'outcome',
      free.outcome!.map((each) => each.replaceAll('{outcome}', text.replace(/[.!?…]+$/, ''))),
      { each: 'scene' },
    ),
  )
  const paragraphs = [
    `${write(
      'arrive',
      pools.arrive.filter((text) => other !== undefined || !text.includes('{other}')),
      { each: 'scene' },
    )} ${write('lead', free.lead!, { each: 'scene' })}`.trim(),
    narrated,
    other === undefined
      ? ''
      : `${write('with', free.with!, { each: 'scene' })} ${write('gesture', pools.gesture, { each: 'scene' })}`.trim(),
    `${write(
      'act',
      pools[part.plot.category === 'place' ? 'place_subject' : part.plot.category].filter(
        (text) => other !== undefined || !text.includes('{other}'),
      ),
      { each: 'scene' },
    )} ${write(
      'mood',
      moodsOf(composition.tone).filter((text) => other !== undefined || !text.includes('{other}')),
      { each: 'scene' },
    )}`.trim(),
    ...outcome,
    write('end', free.end!, { each: 'scene' }),
  ].filter((paragraph) => paragraph !== '')
  const title = narrated.replace(/[.!?…]+$/, '')
  return {
    title: title.length <= 200 ? title : `${title.slice(0, 190).replace(/\s+\S*$/, '')}`,
    prose: paragraphs.join('\n\n'),
    summary: [narrated, ...outcomes.slice(0, 3)],
    characters: beat.people,
    things: [],
    changes: [],
    loops_developed: memory.open_loops.OL0?.status === 'open' ? ['OL0'] : [],
  }
}
