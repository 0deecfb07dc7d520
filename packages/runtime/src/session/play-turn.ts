import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Executor } from '@narratoria/executor'
import type { Execute, Narrator, TurnOutcome } from '@narratoria/planner'
import type { JsonObject, ToolRequest, TurnEvent, TurnResult } from '@narratoria/protocol'
import type { SkillRegistry, SkillSnapshot } from '@narratoria/skills'
import type { AssetInbox } from '../assets/asset-inbox.ts'
import { moveAssets } from '../assets/move-assets.ts'
import type { FollowUps } from '../follow-ups/follow-ups.ts'
import { missingEvents } from '../history/fold-turn.ts'
import { recapOf, summariesOf } from '../history/story-so-far.ts'
import type { Maintenance } from '../maintenance/maintenance.ts'
import { extendRanges } from '../store/line-ranges.ts'
import { inSlices } from '../store/in-slices.ts'
import { readOnlyInSteps } from '../store/same-json.ts'
import type { SessionStore, StoredTurn, TurnRecap } from '../store/session-store.ts'
import { choicesIn } from '../world/opening.ts'
import type { Telemetry, TurnTelemetry } from '../telemetry/telemetry.ts'
import { attemptsOf, type ToolsOf } from '../tools/turn-tools.ts'
import type { SessionWorld, SessionWorlds } from '../world/session-worlds.ts'
import { settingWarnings } from './config-warnings.ts'
import type { Trace } from './turn-observer.ts'
import { TurnRecorder } from './turn-recorder.ts'
import { readStory } from './turn-story.ts'

/** How many stored turns a planner receives. */
const recentTurnCount = 10

/** What turns are played with. */
export interface TurnParts {
  store: SessionStore
  inbox: AssetInbox
  skills: SkillRegistry
  /** Starts the processes that a turn probably needs. */
  prewarm: (turnSkills: SkillSnapshot, before: { state: JsonObject; hasWorld: boolean }) => void
  /** The same for the next turn, while the player reads. Defaults to nothing. */
  prewarmLater?: TurnParts['prewarm']
  /** Finds the world of a session. Defaults to none. */
  worlds?: SessionWorlds
  executor: Executor
  /** Describes the scripts of a turn's skills to the executor. */
  toolsOf: ToolsOf
  /** Makes the narrator of one turn, which executes its plans with `execute`. */
  narratorFor: (execute: Execute, span: TurnTelemetry | undefined) => Narrator
  /** Aborted when the host closes. The reason is the error of later calls. */
  hostClosed: AbortSignal
  /** Runs scripts between turns. Defaults to none. */
  maintenance?: Maintenance
  /** Asks the narrator's model about turns that it narrated. Defaults to none. */
  followUps?: FollowUps
  /** Traces turns. Defaults to nothing. */
  telemetry?: Telemetry | undefined
  /** Receives each event of each turn. Defaults to nothing. */
  observe?: Trace | undefined
}

export interface TurnToPlay {
  session: { id: string; name: string | null }
  /** Codes of warnings about the world that the session's player has read. The turn adds its own. */
  reported: Set<string>
  prompt: string
  /** Who speaks. The stored prompt begins with it. */
  player?: string | undefined
  parentId: string | null
  /** Cancels the turn. */
  stop: AbortController
  /** The caller's own signal, which cancels the turn too. */
  signal: AbortSignal | undefined
  /** Names of skills that the turn must not use. */
  disabledSkills: readonly string[]
  emit: Emit
}

/** Emits an event. The turn waits for the promise, if there is one. */
export type Emit = (event: TurnEvent) => void | Promise<void>

type TurnPlace = Pick<StoredTurn, 'sessionId' | 'turnId' | 'seq' | 'parentId' | 'prompt'>

/** Plays a turn and stores it, unless it was cancelled. */
export async function playTurn(parts: TurnParts, turn: TurnToPlay): Promise<TurnResult> {
  const { store, skills } = parts
  const { session, parentId } = turn
  parts.maintenance?.stop(session.id)
  const isNamed = turn.player !== undefined && turn.prompt.trim() !== ''
  const prompt = skills.maskSecrets(isNamed ? `${turn.player}: ${turn.prompt}` : turn.prompt)
  const seq = await store.beginTurn(session.id, { prompt, startedAt: Date.now() })
  const at: TurnPlace = { sessionId: session.id, turnId: randomUUID(), seq, parentId, prompt }
  const mask = <T>(value: T): T => skills.maskSecrets(value)
  const span = parts.telemetry?.turn({ sessionId: session.id, turnId: at.turnId, seq, prompt, mask })
  try {
    return await playBegun(parts, turn, at, span)
  } catch (error) {
    span?.ended({ error })
    await store.abandonTurn(session.id, seq).catch(() => undefined)
    parts.inbox.clear(at.turnId, { stored: false, left: [] })
    throw error
  }
}

/** Plays a turn that is registered in the store. */
async function playBegun(
  parts: TurnParts,
  turn: TurnToPlay,
  at: TurnPlace,
  span: TurnTelemetry | undefined,
): Promise<TurnResult> {
  const { store, skills, maintenance } = parts
  const before = await store.stateAt(at.sessionId, at.parentId)
  const turnSkills = skills.snapshot()
  const emit = emitOf(parts, turn, at)
  const recorder = new TurnRecorder(skills, turnSkills, emit, turn.reported)
  const { sessionId, turnId, seq, prompt } = at
  await recorder.take({ type: 'turn_started', sessionId, turnId, seq, prompt })
  await recorder.add(...settingWarnings(turnSkills, turn.reported))
  const world = await worldOf(parts, before, { recorder, reported: turn.reported })
  const request = await requestOf(parts, turn, { at, world })
  const signal = turn.signal ? AbortSignal.any([turn.signal, turn.stop.signal]) : turn.stop.signal
  const available = turnSkills.available()
  const { disabledSkills } = turn
  const read = await readStory(store, at, {
    state: before,
    line: request.turn.line,
    skills: available.filter(({ name }) => !disabledSkills.includes(name)),
    world,
  })
  const hasWorld = world !== undefined
  parts.prewarm(turnSkills, { state: before, hasWorld })
  const narrator = parts.narratorFor(executeOf(parts, turn, { turnSkills, story: read.story, world, span }), span)
  const asked = {
    prompt: turn.prompt,
    state: before,
    ...(world && { world: { world: world.world, state: world.state } }),
    recentTurns: read.recaps.slice(-recentTurnCount),
    skills: available,
    disabledSkills,
    request,
  }
  const play = () => narrator.play(asked, { signal, onEvent: recorder.take })
  const outcome = await recorder.finish(await withChoices(parts, await (span ? span.run(play) : play()), recorder))
  const result = await finishTurn(parts, at, { before, outcome, recorder, signal, line: read })
  if (result.status === 'stored') parts.followUps?.begin(result, recorder.events)
  span?.ended({ result })
  await emit({ type: 'turn_finished', result })
  if (result.status === 'stored') {
    maintenance?.begin(turnSkills, { ...request, state: result.state })
    parts.prewarmLater?.(turnSkills, { state: result.state, hasWorld })
  }
  return result
}

function emitOf({ observe }: TurnParts, turn: TurnToPlay, { sessionId, turnId }: TurnPlace): Emit {
  if (!observe) return turn.emit
  return (event) => {
    observe(event, { sessionId, turnId })
    return turn.emit(event)
  }
}

/** The world of the story. A warning about it is reported once in a session. */
async function worldOf(
  { worlds }: TurnParts,
  state: JsonObject,
  { recorder, reported }: { recorder: TurnRecorder; reported: Set<string> },
): Promise<SessionWorld | undefined> {
  const { world, warning } = (await worlds?.resolve(state)) ?? {}
  if (warning && !reported.has(warning.key)) {
    reported.add(warning.key)
    await recorder.add({ type: 'warning', code: warning.code, message: warning.message })
  }
  return world
}

/** What the requests of the tools say of the session and the turn. */
async function requestOf(
  { store, inbox }: TurnParts,
  { session }: TurnToPlay,
  { at, world }: { at: TurnPlace; world: SessionWorld | undefined },
) {
  const line = extendRanges(await store.lineSeqs(session.id, at.parentId), at.seq)
  return {
    sessionId: session.id,
    ...(session.name !== null && { sessionName: session.name }),
    turn: { id: at.turnId, seq: at.seq, line },
    ...(world && { campaign: { name: world.name, path: world.path } }),
    assetsDir: inbox.folderOf(at.turnId),
  }
}

/** Returns the function that executes the plans of a turn. */
function executeOf(
  { executor, toolsOf, hostClosed }: TurnParts,
  { stop }: TurnToPlay,
  {
    turnSkills,
    story,
    world,
    span,
  }: {
    turnSkills: SkillSnapshot
    story: ToolRequest['story']
    world: SessionWorld | undefined
    span: TurnTelemetry | undefined
  },
): Execute {
  const assetRoots = world?.folder === undefined ? [] : [world.folder]
  return (plan, request) => {
    // A closing host starts no tools, so planning again would not help either.
    if (hostClosed.aborted) stop.abort()
    const tools = { ...toolsOf(turnSkills, story), ...attemptsOf(turnSkills, span), assetRoots }
    return executor.execute(plan, { ...request, ...tools })
  }
}

/** A turn that offered no choices, such as one without an act, offers those of the world again. */
async function withChoices({ worlds }: TurnParts, outcome: TurnOutcome, recorder: TurnRecorder): Promise<TurnOutcome> {
  if (outcome.choices.length > 0 || outcome.cancelled) return outcome
  const { world } = (await worlds?.resolve(outcome.state)) ?? {}
  const choices = world ? choicesIn(world) : []
  if (choices.length > 0) await recorder.take({ type: 'choices', choices })
  return { ...outcome, choices }
}

async function finishTurn(
  { store, inbox }: TurnParts,
  place: TurnPlace,
  turn: {
    before: JsonObject
    outcome: TurnOutcome
    recorder: TurnRecorder
    signal: AbortSignal
    line: { recaps: TurnRecap[]; depth: number }
  },
): Promise<TurnResult> {
  const { cancelled, ...outcome } = turn.outcome
  if (cancelled) {
    const { assets: _, ...others } = outcome
    await store.abandonTurn(place.sessionId, place.seq)
    inbox.clear(place.turnId, { stored: false, left: [] })
    return { ...place, status: 'cancelled', ...others }
  }
  const { recorder } = turn
  const { place: keptPlace, left, warnings } = await keepAssets(store, outcome, turn.signal)
  const kept = moveAssets(outcome, keptPlace)
  for (const message of warnings) await recorder.add({ type: 'warning', code: 'asset_not_kept', message })
  const { assets, ...others } = kept
  // Other turns share most of it. With a large state each of these parts takes a while: other work of the host runs between them.
  await setImmediate()
  await inSlices(readOnlyInSteps(others.state))
  const result: TurnResult = { ...place, status: 'stored', ...others }
  await setImmediate()
  const events = [...recorder.events, ...missingEvents(recorder.events, turn.before, result)]
  await setImmediate()
  const recap = recapOf({ ...result, summaries: summariesOf(result) }, turn.line)
  const stored = moveAssets({ ...result, createdAt: Date.now(), events, assets, recap }, keptPlace)
  const blocks = recorder.narratorBlocks
  await store.commitTurn(stored, blocks && { turnId: place.turnId, blocks })
  inbox.clear(place.turnId, { stored: true, left })
  return result
}

/** Copies a turn's files to the store before the turn is stored: a tool may delete its own. */
async function keepAssets(
  { assetFolder }: SessionStore,
  { assets }: Pick<StoredTurn, 'assets'>,
  signal: AbortSignal,
): Promise<{ place: (path: string) => string; left: string[]; warnings: string[] }> {
  const warnings: string[] = []
  const left: string[] = []
  const keptPaths = new Map<string, string>()
  for (const asset of assetFolder ? assets : []) {
    const kept = await assetFolder!.keep(asset, signal)
    if ('path' in kept) keptPaths.set(asset.path, kept.path)
    else {
      warnings.push(kept.warning)
      left.push(asset.path)
    }
  }
  return { place: (path) => keptPaths.get(path) ?? path, left, warnings }
}
