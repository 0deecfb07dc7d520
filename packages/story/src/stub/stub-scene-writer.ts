import { novelContent } from '@narratoria/content/novels'
import { type Beat, beatsOf, partOf, type Plot } from '../outline/outline.ts'
import { fill, slotsOf } from '../imagine/fill.ts'
import { unfitWords } from '../imagine/unfit.ts'
import type { StoryChange, StoryMemory } from '../memory/entities.ts'
import { generationOf } from '../project/config.ts'
import { checkStyle } from '../style/check-style.ts'
import { styleOf } from '../style/style-sheet.ts'
import { unmetNeeds } from '../world/needs.ts'
import type { SceneDraft, SceneWriter, WriteRequest } from '../writer/scene-writer.ts'
import { type Composition, composeScene } from './compose-scene.ts'
import { freeScene } from './free-scene.ts'
import { strangersIn } from './strangers-in.ts'
import { readWish, withWish } from './wish.ts'

/** Writes without a model: a beat of the outline from the sentences of its kind, other plans from their intention. */
export class StubSceneWriter implements SceneWriter {
  readonly name = 'stub'
  readonly #version: number

  /** @param version Another number gives other sentences. Defaults to 0. */
  constructor(version = 0) {
    this.#version = version
  }

  async write(request: WriteRequest): Promise<SceneDraft> {
    const { plan, outline, memory } = request
    const beat = beatsOf(outline).find(({ id }) => id === plan.beat)
    const part = beat && partOf(outline, beat.id)
    const wish = readWish(request.wish || beat?.wish || '')
    const own: Composition = {
      ...compositionOf(request, beat, this.#version),
      ...(wish.tone !== undefined && { tone: wish.tone, isMoody: true }),
    }
    const isOwn =
      beat !== undefined &&
      part?.plot !== undefined &&
      plan.scene_intention === beat.purpose &&
      isBuiltIn(beat, part.plot, memory) &&
      own.beat.people.length === beat.people.length &&
      unmetNeeds(beat, { memory, outline }).length === 0
    const outcomes = beat?.purpose === plan.scene_intention ? [] : (plan.expected_outcomes ?? [])
    const composed = isOwn
      ? composeScene({ ...own, beat: { ...own.beat, people: inRoles(own.beat, part.plot!) } })
      : freeScene(own, { intention: plan.scene_intention, outcomes })
    const draft = withWish(composed, wish, { memory, location: own.beat.place })
    const prose = withCauses(draft.prose, request.changes ?? [])
    const given = [isOwn ? '' : plan.scene_intention, request.wish ?? ''].join(' ')
    const strangers = strangersIn(given, { memory, premise: request.state.premise })
    return { ...draft, prose, notes: [...checkStyle(prose, styleOf(request.config)), ...strangers.map(unknownName)] }
  }
}

function unknownName(name: string): string {
  return `"${name}" is not a person, place or thing of the novel, and no other scene uses the name; a plan can create it first, see: narratoria story tick --dry-run`
}

/** Whether a beat is unchanged from the built-in texts. A beat with another purpose or other people is narrated from its purpose. */
function isBuiltIn(beat: Beat, plot: Plot, memory: StoryMemory): boolean {
  const kind = novelContent.kinds[beat.kind]
  if (!kind) return false
  const { roles } = plot
  const [other, third] = [roles[kind.other], kind.third && roles[kind.third]]
  const people = [...new Set([roles.hero, other, ...(third === undefined ? [] : [third])])]
  const purposes = [beat.place ?? undefined, roles[kind.place]].map((place) =>
    fill(kind.purpose, slotsOf({ plot, other, third, place }, memory)),
  )
  return purposes.includes(beat.purpose) && people.every((person) => beat.people.includes(person!))
}

/** The people of a beat, first those whom its kind names, in the order of their roles. */
function inRoles({ kind, people }: Beat, { roles }: Plot): string[] {
  const { other, third } = novelContent.kinds[kind]!
  const named = [roles.hero, roles[other], third && roles[third]].filter(
    (id) => id !== undefined && people.includes(id),
  )
  return [...new Set([people[0]!, ...(named as string[]), ...people])]
}

/** Narrates what the tools changed before the last paragraph: their causes are sentences of the story. */
function withCauses(prose: string, changes: readonly StoryChange[]): string {
  const causes = [...new Set(changes.map(({ cause }) => (/[.!?…]”?$/.test(cause) ? cause : `${cause}.`)))]
  if (causes.length === 0) return prose
  const paragraphs = prose.split('\n\n')
  return [...paragraphs.slice(0, -1), causes.join(' '), ...paragraphs.slice(-1)].join('\n\n')
}

function compositionOf(request: WriteRequest, beat: Beat | undefined, version: number): Composition {
  const { state, config, plan, outline, memory, earlier, pov, location } = request
  const last = outline.parts.findLast(({ plot }) => plot !== undefined)
  const part = (beat && partOf(outline, beat.id)) ?? last
  const plot: Plot = part?.plot ?? last?.plot ?? emptyPlot(pov.id)
  return {
    seed: `${generationOf(config).seed}/${state.premise}`,
    tone: state.tone,
    premise: state.premise,
    memory,
    outline,
    beat: {
      id: beat?.id ?? `tick ${request.tick}`,
      kind: beat?.kind ?? 'free',
      purpose: plan.scene_intention,
      people: [...new Set([pov.id, ...(plan.people ?? [])])],
      place: location?.id ?? null,
      things: plan.things ?? [],
    },
    part: { plot, number: part ? outline.parts.indexOf(part) : 0 },
    earlier,
    avoid: [...styleOf(config).avoid, ...unfitWords(pov, plot.genre)],
    version,
  }
}

function emptyPlot(hero: string): Plot {
  return {
    focus: 'the matter',
    category: 'thing',
    lie: '',
    secret: '',
    motive: '',
    stake: '',
    clues: [],
    roles: { hero },
  }
}
