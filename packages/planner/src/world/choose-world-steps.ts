import { phrases } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import { type Act, perform, possibleActs, riskOf } from '@narratoria/world'
import type { Parsed } from '@narratoria/world/parse'
import { availableScripts, type CatalogueEntry, worldCapability } from '../plan/available-scripts.ts'
import type { PlanStep } from '../plan/build-plan.ts'
import type { PlanRequest, PlanWorld } from '../planner.ts'
import { chooseSteps } from '../prompt/choose-steps.ts'
import { readPrompt } from '../prompt/prompt-text.ts'
import { simpleParse } from './simple-parse.ts'

/** A step and where the player's words for it begin. */
interface PlacedStep {
  step: PlanStep
  start: number
}

/**
 * Chooses the steps for a prompt in a world: the acts that the parser reads, other skills for the clauses that are no acts, then
 * recalls, records and the narration. Acts run in the order of the words, each after the one before. Returns `undefined` if no
 * available skill performs acts.
 */
export function chooseWorldSteps(request: PlanRequest, world: PlanWorld): PlanStep[] | undefined {
  const entries = availableScripts(request)
  const actor = entries.find(
    ({ skill, script }) => skill.capabilities.includes(worldCapability) && script.stage === 'act',
  )
  if (!actor) return undefined
  const prompt = readPrompt(request.prompt)
  const parsed = readWords(prompt.text, world)
  const isOther = ({ skill, script }: CatalogueEntry) => script.stage === 'act' && skill !== actor.skill
  const others = parsed.rest.flatMap((clause): PlacedStep[] =>
    chooseSteps(request, readPrompt(clause), isOther).map((step) => ({ step, start: prompt.text.indexOf(clause) })),
  )
  const besides = chooseSteps(request, prompt, ({ script }) => script.stage !== 'act')
  // A question about the past or a standing is for the skills that recall, unless the words are an act.
  const around = parsed.acts.length > 0 ? besides.flatMap(withoutQuestion) : besides
  const acts =
    parsed.acts.length > 0 || others.length > 0 || around.some(isAsked) ? parsed.acts : [unknown(prompt.text)]
  const placed = [...placeActs(acts, { actor, entries, world }), ...others].toSorted((a, b) => a.start - b.start)
  return [...around, ...inOrder(placed)]
}

interface ReadAct {
  act: Act
  start: number
}

// A question of the parser is an act too: it is stored, so that the next words are read as the answer.
function readWords(text: string, { world, state }: PlanWorld): { acts: ReadAct[]; rest: string[] } {
  const possible = possibleActs(world, state, { phrases })
  const parsed: Parsed = simpleParse(text, { world, choices: possible.map((each) => each.text) })
  const chosen = parsed.choice === undefined ? undefined : possible[parsed.choice - 1]
  if (chosen) return { acts: [{ act: chosen.act, start: 0 }], rest: [] }
  const acts: ReadAct[] = parsed.acts.map(({ act, start }) => ({ act, start }))
  if (parsed.question) acts.push({ act: { act: 'ask-back', question: parsed.question }, start: text.length })
  return { acts, rest: parsed.rest }
}

function unknown(text: string): ReadAct {
  return { act: { act: 'unknown', text }, start: 0 }
}

// The player asked for what the script recalls, instead of its running in every turn.
function isAsked({ script, input }: PlanStep): boolean {
  return script.stage === 'recall' && (input.asked === true || script.triggers.every(({ always }) => always !== true))
}

// A script that runs in every turn still recalls for the narrator.
function withoutQuestion(step: PlanStep): PlanStep[] {
  if (!isAsked(step)) return [step]
  const { asked: _, ...input } = step.input
  return step.script.triggers.some(({ always }) => always === true) ? [{ ...step, input }] : []
}

function placeActs(
  acts: readonly ReadAct[],
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
