import { lexicon, phrases } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import { type Act, offerableTexts, offerActs, type OfferedAct, perform, riskOf, Scene } from '@narratoria/world'
import { parse, type Parsed, type ParsedAct, placed as inPlace } from '@narratoria/world/parse'
import { availableScripts, type CatalogueEntry, worldCapability } from '../plan/available-scripts.ts'
import type { PlanStep } from '../plan/build-plan.ts'
import type { PlanRequest, PlanWorld } from '../planner.ts'
import { chooseSteps } from '../prompt/choose-steps.ts'
import { readPrompt } from '../prompt/prompt-text.ts'

/** The script that keeps what factions think of the player. It reads the changes from the acts before it. */
const standingScript = 'update-reputation'

/** A step and where the player's words for it begin. */
interface PlacedStep {
  step: PlanStep
  start: number
}

/**
 * Chooses the steps for a prompt in a world: the acts that the parser reads, other skills for the clauses that are not acts, then
 * recalls, records and the narration. Acts run in the order of the words, each after the one before. Returns `undefined` if no
 * available skill performs acts.
 */
export function chooseWorldSteps(request: PlanRequest, world: PlanWorld): PlanStep[] | undefined {
  const entries = availableScripts(request)
  const actor = entries.find(isWorldAct)
  if (!actor) return undefined
  const prompt = readPrompt(request.prompt)
  const parsed = readWords(prompt.text, world)
  // Deeds change standings as the world's rules say, not as the words sound.
  const isOther = ({ skill, script }: CatalogueEntry) =>
    script.stage === 'act' && skill !== actor.skill && script.name !== standingScript && !doesActs(skill)
  const stepsFor = (clause: string, start: number): PlacedStep[] =>
    chooseSteps(request, readPrompt(clause), isOther).map((step) => ({ step, start }))
  // Of "I will die otherwise" the parser leaves "die otherwise": what the words around it exclude is not meant.
  const isMeant = ({ script }: PlanStep, { start, end }: { start: number; end: number }) => {
    const begin = Math.max(...['. ', '! ', '? ', '\n'].map((mark) => prompt.text.lastIndexOf(mark, start - 1) + 1))
    const around = readPrompt(prompt.text.slice(begin, end).trim())
    return chooseSteps(request, around, isOther).some((step) => step.script === script)
  }
  const stepsIn = (words: { start: number; end: number }): PlacedStep[] =>
    stepsFor(prompt.text.slice(words.start, words.end), words.start).filter(({ step }) => isMeant(step, words))
  const others = parsed.rest.flatMap((words) => stepsIn(words))
  const isRefused = (act: Act) => perform(world.world, world.state, act, { seq: 0, phrases }).status === 'refused'
  const unanswered = parsed.acts.filter(({ act }) => act.act === 'recall' && !isOverview(act) && isRefused(act))
  // Words about what the world does not have, what no act covers, and questions without an answer may be meant for another skill.
  const foreign = parsed.acts.flatMap((read) => {
    const steps =
      isAboutWorld(read.act, world) && read.act.act !== 'attempt' && !unanswered.includes(read) ? [] : stepsIn(read)
    return steps.length > 0 ? [{ read, steps }] : []
  })
  others.push(...foreign.flatMap(({ steps }) => steps))
  const supporting = chooseSteps(request, prompt, ({ script }) => script.stage !== 'act')
  // What the world cannot answer may be in a memory.
  const isForMemory = (read: ParsedAct) => unanswered.includes(read) && supporting.some(isAsked)
  const acts = inPlace(
    parsed.acts.filter((read) => foreign.every((other) => other.read !== read) && !isForMemory(read)),
  )
  // What nothing else does is not dropped without a word.
  const { unclear } = parsed
  if (acts.length > 0 && unclear && stepsFor(prompt.text.slice(unclear.start, unclear.end), 0).length === 0)
    acts.push(part(prompt.text, unclear))
  // A question about the past or a standing is for the skills that recall, unless the words are an act.
  const around = acts.length > 0 ? supporting.flatMap(withoutQuestion) : supporting
  if (acts.length + others.length === 0 && !around.some(isAsked)) acts.push(unknown(prompt.text))
  acts.sort((a, b) => a.start - b.start)
  const placed = [...placeActs(acts, { actor, entries, world }), ...others].toSorted((a, b) => a.start - b.start)
  const steps = inOrder(placed)
  const records = acts.length > 0 ? recordsOf(steps, { entries, world }) : []
  return [...around, ...steps, ...records]
}

const actNames = new Set<string>(lexicon.frames.flatMap(([act]) => act ?? []))

/** Whether an act asks for all that the player has done, of which the world knows more than a memory of the words. */
function isOverview({ person, thing, text, topic }: Act): boolean {
  return (
    (person ?? thing ?? text) === undefined && (topic === undefined || ['taken', 'last', 'learned'].includes(topic))
  )
}

/** Whether a skill is for an act that a world performs itself, such as "examine". It would describe what the world does not have. */
function doesActs({ capabilities }: CatalogueEntry['skill']): boolean {
  return capabilities.some((capability) => actNames.has(capability))
}

/** The step that keeps the standings that acts change. */
function recordsOf(
  steps: readonly PlanStep[],
  { entries, world }: { entries: readonly CatalogueEntry[]; world: PlanWorld },
): PlanStep[] {
  const standing = entries.find(({ script }) => script.name === standingScript)
  const hasFactions = Object.keys(world.world.factions ?? {}).length > 0
  return standing && hasFactions && steps.length > 0 ? [{ ...standing, input: {}, after: steps }] : []
}

/** Whether a script performs an act in the session's world. */
export function isWorldAct({ skill, script }: CatalogueEntry): boolean {
  return skill.capabilities.includes(worldCapability) && script.stage === 'act'
}

/**
 * The acts of a turn that a model plans, with the dice and standings that belong to them. If the parser understands all of the
 * player's words, they are its acts; else those that the model chose; else what the parser understood. Without an act nothing may
 * be narrated as changed, so no word that is clear is left to a model.
 */
export function actsInWorld(request: PlanRequest, world: PlanWorld, chosen: readonly PlanStep[]): PlanStep[] {
  const entries = availableScripts(request)
  const actor = entries.find(isWorldAct)
  if (!actor) return []
  const { acts: read, rest } = readWords(readPrompt(request.prompt).text, world)
  const understood = read.filter(({ act }) => !['unknown', 'ask-back'].includes(act.act))
  const isWhole = understood.length === read.length && rest.length === 0
  const wanted = chosen.map(({ input }, start): ParsedAct => ({ act: input as unknown as Act, start, end: start }))
  const acts = chosen.length > 0 && !(isWhole && understood.length > 0) ? wanted : understood
  const steps = inOrder(placeActs(acts, { actor, entries, world }))
  return [...steps, ...recordsOf(steps, { entries, world })]
}

/** Whether every role of an act names something of the world, or what is only described at the place. */
function isAboutWorld(act: Act, { world, state }: PlanWorld): boolean {
  const { here, things, people, places } = new Scene(world, state)
  const scenery = Object.keys(places[here]?.scenery ?? {}).map((word) => word.toLowerCase())
  const named = [act.thing, act.with, act.where, act.person, ...(act.things ?? [])].filter((id) => id !== undefined)
  return named.every((id) => id in things || id in people || id in places || scenery.includes(id.toLowerCase()))
}

// A question of the parser is an act too: it is stored, so that the next words are read as the answer.
function readWords(text: string, { world, state }: PlanWorld): Pick<Parsed, 'acts' | 'rest' | 'unclear'> {
  // What is offered has the first numbers. Each act is listed once: words that are like two choices choose neither.
  let offered: OfferedAct[] | undefined
  const listed = () => (offered ??= offerActs(world, state, { phrases, all: true }))
  const parsed = parse(text, {
    world,
    state,
    lexicon,
    possible: offerableTexts(world, state, { phrases }),
    get choices() {
      return listed().map((each) => each.text)
    },
  })
  const chosen = parsed.choice === undefined ? undefined : listed()[parsed.choice - 1]
  if (chosen) return { acts: [{ act: chosen.act, start: 0, end: text.length }], rest: [] }
  const acts: ParsedAct[] = [...parsed.acts]
  if (parsed.question)
    acts.push({ act: { act: 'ask-back', question: parsed.question }, start: text.length, end: text.length })
  return { acts, rest: parsed.rest, ...(parsed.unclear && { unclear: parsed.unclear }) }
}

function unknown(text: string): ParsedAct {
  return { act: { act: 'unknown', text }, start: 0, end: text.length }
}

/** Words beside those that were understood. They are answered in their place. */
function part(text: string, { start, end }: { start: number; end: number }): ParsedAct {
  return { act: { act: 'unknown', topic: 'part', text: text.slice(start, end) }, start, end }
}

// The player asks for what the script does, instead of its running in every turn.
function isAsked({ script, input }: PlanStep): boolean {
  if (input.asked === true) return true
  return script.stage === 'recall' && script.triggers.every(({ always }) => always !== true)
}

// A script that runs in every turn still recalls for the narrator.
function withoutQuestion(step: PlanStep): PlanStep[] {
  if (!isAsked(step)) return [step]
  const { asked: _, ...input } = step.input
  return step.script.triggers.some(({ always }) => always === true) ? [{ ...step, input }] : []
}

function placeActs(
  acts: readonly ParsedAct[],
  { actor, entries, world }: { actor: CatalogueEntry; entries: CatalogueEntry[]; world: PlanWorld },
): PlacedStep[] {
  const roller = entries.find(({ script }) => script.name === 'roll-dice')
  let { state } = world
  return acts.flatMap(({ act, start }, index): PlacedStep[] => {
    const risk = roller && riskOf(world.world, state, act, { phrases })
    const isLast = index === acts.length - 1
    // Only to know the risks of later acts: what happens is up to the tools.
    if (!isLast) ({ state } = perform(world.world, state, act, { seq: 0, phrases }))
    const input = { ...act, ...(isLast && { endTurn: true }) } as unknown as JsonObject
    const step: PlanStep = { ...actor, input, name: act.act }
    if (!risk || !roller) return [{ step, start }]
    return [
      { step: { ...roller, input: { formula: risk.formula, task: risk.task } }, start },
      { step, start },
    ]
  })
}

/** Acts in order, each after the one before. */
export function inOrder(placed: readonly { step: PlanStep }[]): PlanStep[] {
  let previous: PlanStep | undefined
  return placed.map(({ step }) => {
    const ordered: PlanStep = previous ? { ...step, after: [previous] } : step
    previous = ordered
    return ordered
  })
}
