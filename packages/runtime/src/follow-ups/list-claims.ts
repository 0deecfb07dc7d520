import { lexicon } from '@narratoria/content'
import { askStructured, fromStrict, type LanguageModel, strictSchema, type TokenUsage } from '@narratoria/models'
import type { PlanWorld } from '@narratoria/planner'
import { isJsonObject, type JsonObject, listIssues } from '@narratoria/protocol'
import { applyClaims, type Claims, claimsSchema } from '@narratoria/world/claims'
import { viewOf, type World } from '@narratoria/world'

/** A narrated turn, and the world after it. */
export interface NarratedTurn {
  seq: number
  prompt: string
  narrative: string
  state: JsonObject
  /** Missing in a story without a world. */
  world?: PlanWorld
}

/** Most facts that a session keeps. The oldest are dropped. */
const maxFacts = 60
const maxTokens = 500
/** Stands for the world in a story without one, which can only have facts. */
const nowhere: World = { title: '', opening: '', player: { at: 'nowhere' }, places: {}, things: {}, people: {} }
const task = [
  'You keep the records of an interactive story. Read the narration of its last turn and list what it newly established.',
  'facts: sentences that later narrations must not contradict, about people, places and things, such as names, wounds, promises and damage. Not what the data already says, and not what might happen.',
  'moods: whether a person who is present now feels warmer or colder towards the player, if the narration shows it.',
  'things, people: those at this place that the narration names and the data does not have.',
  'Leave a list empty if there is nothing for it; most lists are empty.',
].join('\n')

/**
 * Asks a model what a narration established. Returns the merge patch to the session's state for what was accepted: facts under the key
 * `facts`, and changes of the world within the limits of `applyClaims`.
 *
 * @throws {LanguageModelError}
 */
export async function listClaims(
  model: LanguageModel,
  turn: NarratedTurn,
  signal: AbortSignal,
): Promise<{ patch: JsonObject; refused: string[]; usage: TokenUsage }> {
  const { world, prompt, narrative, seq } = turn
  const view = world && viewOf(world.world, world.state)
  const present = view?.people.filter(({ dead }) => !dead).map(({ id }) => id) ?? []
  const known = view ? [view.place, ...view.things, ...view.carried, ...view.people].map(({ id }) => id) : []
  const schema = claimsSchema({ present, known })
  const data = JSON.stringify({ world: view ?? {}, player: prompt, narration: narrative })
  const { value: claims, usage } = await askStructured(
    model,
    {
      messages: [
        { role: 'system', content: task },
        { role: 'user', content: `The last turn, as data:\n${data}` },
      ],
      schema: strictSchema(schema),
      bounded: schema,
      maxTokens,
      read: (object) => readClaims(schema, object),
    },
    { signal },
  )
  const applied = world
    ? applyClaims(world.world, world.state, claims, { narrative, seq, lexicon })
    : applyClaims(nowhere, {}, { ...claims, things: [], people: [] }, { narrative, seq, lexicon })
  const facts = factsPatch(turn.state, applied.facts, seq)
  const patch = {
    ...(Object.keys(facts).length > 0 && { facts }),
    ...(Object.keys(applied.patch).length > 0 && { world: applied.patch }),
  }
  return { patch, refused: applied.refused, usage }
}

function readClaims(schema: JsonObject, object: JsonObject): { value: Claims } | { complaint: string } {
  const value = fromStrict(schema, object)
  const [issue] = listIssues(schema, value)
  if (issue) return { complaint: `${issue.path === '' ? 'the answer' : issue.path} ${issue.message}` }
  return { value: { moods: [], ...(value as unknown as Omit<Claims, 'moods'>) } }
}

/** Adds facts that are not kept yet, by `<turn>_<number>`. */
function factsPatch(state: JsonObject, facts: Claims['facts'], seq: number): JsonObject {
  const kept = isJsonObject(state.facts) ? state.facts : {}
  const texts = new Set(Object.values(kept).map((fact) => (isJsonObject(fact) ? fact.text : undefined)))
  const added = facts.filter(({ text }) => !texts.has(text))
  const entries = added.map(({ text, about }, at): [string, JsonObject] => [
    `${seq}_${at + 1}`,
    { text, ...(about !== '' && { about }) },
  ])
  const surplus = Object.keys(kept).slice(0, Math.max(0, Object.keys(kept).length + entries.length - maxFacts))
  return { ...Object.fromEntries(surplus.map((id) => [id, null])), ...Object.fromEntries(entries) }
}
