import { buildContext } from '../context/build-context.ts'
import { readSources } from '../context/read-sources.ts'
import { StoryError } from '../errors.ts'
import { layout } from '../files/layout.ts'
import { jsonText } from '../files/read-json.ts'
import type { Scene, StoryMemory } from '../memory/entities.ts'
import { readNextIds, writeNextIds } from '../memory/ids.ts'
import { type Beat, beatsOf, type Outline } from '../outline/outline.ts'
import type { StoryPlan } from '../plan/story-plan.ts'
import { readScene } from '../project/read-project.ts'
import { planBeat } from '../stub/stub-story-planner.ts'
import { StubSceneWriter } from '../stub/stub-scene-writer.ts'
import { readWish } from '../stub/wish.ts'
import { readEarlier } from '../tick/read-earlier.ts'
import type { TickHost } from '../tick/run-tick.ts'
import { settleScene } from '../tick/settle-scene.ts'
import { checkDraft } from '../writer/check-draft.ts'
import type { SceneDraft, SceneWriter, WriteRequest } from '../writer/scene-writer.ts'
import { type Consequence, consequencesOf } from './consequences.ts'
import { commitMemory } from '../commit/commit-memory.ts'
import { assertScene, withBeat } from './edit-scenes.ts'
import { memoryBefore, resettle } from './resettle.ts'

/** A scene that was written by an edit. */
export interface EditedScene {
  scene: Scene
  prose: string
  consequences: Consequence[]
  /** What could not be done as asked. */
  notes: string[]
}

/**
 * Writes a scene again with a wish, in one commit. Its id and place stay. Without a model the built-in texts choose other sentences; a
 * wish that lets something happen enters the outline, a tone or `shorter` is followed, and of another wish only names are used.
 *
 * @throws {StoryError} `scene_not_found`, `invalid_answer`, and the errors of the writer
 */
export async function rewriteScene(
  host: TickHost,
  { scene: id, wish, signal }: { scene: string; wish: string; signal: AbortSignal },
): Promise<EditedScene> {
  const sources = readSources(host, { isEdit: true })
  const { stored, outline } = sources
  assertScene(Object.keys(stored.scenes), id)
  const old = stored.scenes[id]!
  const memory = memoryBefore(stored, id)
  const beat = beatsOf(outline).find((each) => each.id === old.beat) ?? beatOfScene(old)
  const plan: StoryPlan = {
    ...planBeat(beat, { outline, memory, hero: old.pov_character }),
    scene_intention: old.intention,
    people: [...new Set([...old.characters, ...namedIn(wish, stored)])],
  }
  const current = readScene(host.folder, old).prose
  const request = requestOf(host, { sources, memory, plan, tick: old.tick, pov: old.pov_character })
  const changes = (old.changes ?? []).filter(({ planned }) => planned === true)
  const draft = await writeOther(host.writer, { ...request, changes, wish, current }, signal)
  const settled = settleScene(
    draft,
    { ...request, changes },
    { ...readNextIds(host.folder, stored), scene: Number(id.slice(1)) },
    old.created_at,
  )
  const loops = sameLoops(settled, old, stored)
  const scene: Scene = {
    ...settled.scene,
    id,
    ...(old.beat !== undefined && { beat: old.beat }),
    loops: { ...settled.scene.loops, raised: settled.scene.loops.raised.map((loop) => loops.get(loop) ?? loop) },
  }
  const made = Object.fromEntries(
    Object.entries(loopsFrom(settled.memory, stored)).filter(([loop]) => !loops.has(loop)),
  )
  const isStub = host.writer.name === 'stub'
  const read = isStub ? readWish(wish) : {}
  const wished = isStub && read.event !== undefined ? withWishOf(outline, beat.id, wish) : outline
  const after = resettle({
    ...stored,
    open_loops: { ...stored.open_loops, ...made },
    scenes: Object.fromEntries(
      Object.entries(stored.scenes).map(([each, value]) => [each, each === id ? scene : value]),
    ),
  })
  writeNextIds(host.folder, settled.nextIds, host.disk)
  commitMemory(host.folder, {
    before: stored,
    after,
    what: `rewrite ${id}`,
    disk: host.disk,
    tick: sources.state.current_tick,
    files: [
      { path: `${layout.scenes}/${id}.md`, text: `# ${scene.title}\n\n${draft.prose.trim()}\n` },
      ...(wished === outline ? [] : [{ path: layout.outline, text: jsonText(wished) }]),
    ],
  })
  return {
    scene,
    prose: draft.prose.trim(),
    consequences: consequencesOf(stored, after, outline),
    notes: [
      ...(isStub && wish.trim() !== '' && Object.keys(read).length === 0 ? [notUsed] : []),
      ...(draft.notes ?? []),
    ],
  }
}

const notUsed =
  'the wish was not used, except for names: without a model, a wish can be what happens, such as "Ines loses the key", a tone, such as "darker", or "shorter"'

/** The outline with a wish in a beat. */
function withWishOf(outline: Outline, id: string, wish: string): Outline {
  const next = structuredClone(outline)
  const beat = beatsOf(next).find((each) => each.id === id)
  if (beat) beat.wish = wish.trim()
  return next
}

/** The loops that the scene raises again, by their new ids, with the ids that they had: later scenes name these. */
function sameLoops(
  { scene, memory }: { scene: Scene; memory: StoryMemory },
  old: Scene,
  stored: StoryMemory,
): Map<string, string> {
  const left = [...old.loops.raised]
  return new Map(
    scene.loops.raised.flatMap((id): [string, string][] => {
      const at = left.findIndex((each) => stored.open_loops[each]?.category === memory.open_loops[id]?.category)
      return at < 0 ? [] : [[id, left.splice(at, 1)[0]!]]
    }),
  )
}

/** Writes a new scene behind another one, or at the beginning, and adds its beat to the outline. */
export async function insertScene(
  host: TickHost,
  {
    after: behind,
    purpose,
    people,
    place,
    signal,
  }: {
    after: string | null
    purpose: string
    people?: readonly string[] | undefined
    place?: string | undefined
    signal: AbortSignal
  },
): Promise<EditedScene> {
  if (!/\p{L}/u.test(purpose))
    throw new StoryError('invalid_plan', 'the purpose of the new scene has no words; say what happens in it')
  const sources = readSources(host, { isEdit: true })
  const { stored, state } = sources
  const ids = Object.keys(stored.scenes)
  if (behind !== null) assertScene(ids, behind)
  const before = behind === null ? undefined : stored.scenes[behind]
  const hero = state.active_character
  const { outline, id: beatId } = withBeat(
    sources.outline,
    {
      kind: 'free',
      purpose,
      people: [...new Set([hero, ...(people ?? namedIn(purpose, stored))])],
      place: place ?? before?.location ?? Object.keys(stored.locations)[0] ?? null,
      things: [],
    },
    before?.beat,
  )
  const beat = beatsOf(outline).find(({ id }) => id === beatId)!
  const at = behind === null ? 0 : ids.indexOf(behind) + 1
  const memory = at >= ids.length ? stored : memoryBefore(stored, ids[at]!)
  const plan = planBeat(beat, { outline, memory, hero })
  const tick = state.current_tick + 1
  const request = { ...requestOf(host, { sources, memory, plan, tick, pov: hero }), outline }
  const draft = await write(host.writer, request, signal)
  const settled = settleScene(draft, request, readNextIds(host.folder, stored), new Date().toISOString())
  const order = [...ids.slice(0, at), settled.scene.id, ...ids.slice(at)]
  const scenes = Object.fromEntries(order.map((id) => [id, stored.scenes[id] ?? settled.scene]))
  const after = resettle({
    ...stored,
    open_loops: { ...stored.open_loops, ...loopsFrom(settled.memory, stored) },
    scenes,
  })
  writeNextIds(host.folder, settled.nextIds, host.disk)
  commitMemory(host.folder, {
    before: stored,
    after,
    what: `insert ${settled.scene.id}`,
    disk: host.disk,
    tick,
    files: [
      { path: `${layout.scenes}/${settled.scene.id}.md`, text: `# ${settled.scene.title}\n\n${draft.prose.trim()}\n` },
      { path: layout.outline, text: jsonText(outline) },
      { path: layout.state, text: jsonText({ ...state, current_tick: tick }) },
    ],
  })
  return {
    scene: settled.scene,
    prose: draft.prose.trim(),
    consequences: consequencesOf(stored, after, outline),
    notes: draft.notes ?? [],
  }
}

/** The loops that a settled scene has raised; the loops of the other scenes stay as they are. */
function loopsFrom(settled: StoryMemory, stored: StoryMemory): StoryMemory['open_loops'] {
  return Object.fromEntries(Object.entries(settled.open_loops).filter(([id]) => !stored.open_loops[id]))
}

/** The ids of the people whose names a text contains. */
function namedIn(text: string, { characters }: StoryMemory): string[] {
  const words = new Set(text.toLowerCase().match(/[\p{L}’-]+/gu) ?? [])
  return Object.values(characters).flatMap(({ id, name }) => {
    const first = name.toLowerCase().split(' ')[0]!
    return (first !== 'the' && words.has(first)) || text.toLowerCase().includes(name.toLowerCase()) ? [id] : []
  })
}

function beatOfScene({ id, intention, characters, location, things = [] }: Scene): Beat {
  return { id: `B${id.slice(1)}`, kind: 'free', purpose: intention, people: characters, place: location, things }
}

function requestOf(
  host: TickHost,
  {
    sources,
    memory,
    plan,
    tick,
    pov,
  }: {
    sources: ReturnType<typeof readSources>
    memory: StoryMemory
    plan: StoryPlan
    tick: number
    pov: string
  },
): WriteRequest {
  const character = memory.characters[pov]
  if (!character) throw new StoryError('invalid_project', `the character "${pov}" does not exist`)
  const earlier = readEarlier(host.folder, memory)
  return {
    tick,
    state: sources.state,
    config: sources.config,
    plan,
    actions: [],
    before: memory,
    memory,
    outline: sources.outline,
    earlier,
    context: buildContext({ ...sources, memory }),
    pov: character,
    location: plan.target_location ? memory.locations[plan.target_location] : undefined,
    previousProse: earlier.at(-1) ?? '',
    answers: [],
  }
}

/** The stub tries other versions until one differs from the current prose. */
async function writeOther(writer: SceneWriter, request: WriteRequest, signal: AbortSignal): Promise<SceneDraft> {
  if (writer.name !== 'stub') return write(writer, request, signal)
  for (let version = 1; version < 5; version++) {
    const draft = await write(new StubSceneWriter(version), request, signal)
    if (draft.prose.trim() !== request.current?.trim()) return draft
  }
  return write(writer, request, signal)
}

async function write(writer: SceneWriter, request: WriteRequest, signal: AbortSignal): Promise<SceneDraft> {
  const draft = await writer.write(request, { signal })
  const faults = checkDraft(draft, request.memory)
  if (faults.length === 0) return draft
  throw new StoryError('invalid_answer', `the scene is not valid: ${faults.join('; ')}`, { issues: faults })
}
