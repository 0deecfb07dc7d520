import { lexicon, phrases } from '@narratoria/content'
import { askStructured, type LanguageModel, strictSchema, type TokenUsage } from '@narratoria/models'
import { type Choice, isJsonObject, type JsonObject } from '@narratoria/protocol'
import { acceptWords } from '@narratoria/world/claims'
import { viewOf } from '@narratoria/world'
import type { NarratedTurn } from './list-claims.ts'

/** Most choices that are shown, and most of them that a model adds. */
const limits = { shown: 6, added: 3 } as const
const maxCharacters = 80
const maxTokens = 250
const schema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['choices'],
  properties: { choices: { type: 'array', items: { type: 'string', maxLength: maxCharacters }, maxItems: 5 } },
}
const task = [
  'You suggest what the player of an interactive story could do next.',
  'Write up to five different suggestions that follow from the narration. Each is one short command in plain words that begins with a verb, such as "Ask Oleg about the storm" or "Put the lamp on the table".',
  'Use only people, things, exits and names of the data. Do not repeat what is offered already.',
].join('\n')

/**
 * Asks a model for choices after a turn. In a world, only those are returned that the parser reads as an act which is possible now.
 *
 * @throws {LanguageModelError}
 */
export async function suggestChoices(
  model: LanguageModel,
  { world, prompt, narrative, choices }: NarratedTurn & { choices: readonly Choice[] },
  signal: AbortSignal,
): Promise<{ choices: Choice[]; usage: TokenUsage }> {
  const offered = choices.map(({ text }) => text)
  const view = world ? viewOf(world.world, world.state) : {}
  const data = JSON.stringify({ world: view, player: prompt, narration: narrative, offered })
  const { value: texts, usage } = await askStructured(
    model,
    {
      messages: [
        { role: 'system', content: task },
        { role: 'user', content: `The last turn, as data:\n${data}` },
      ],
      schema: strictSchema(schema),
      bounded: schema,
      maxTokens,
      read: readTexts,
    },
    { signal },
  )
  const usable = texts.filter((text) => !offered.some((each) => each.toLowerCase() === text.toLowerCase()))
  const accepted = world ? acceptWords(world.world, world.state, usable, { phrases, lexicon, offered }) : undefined
  const added: Choice[] = accepted
    ? accepted.map(({ text, odds }) => ({ text, ...odds }))
    : usable.map((text) => ({ text }))
  return { choices: added.slice(0, Math.max(0, Math.min(limits.added, limits.shown - choices.length))), usage }
}

function readTexts(object: JsonObject): { value: string[] } | { complaint: string } {
  const { choices } = isJsonObject(object) ? object : { choices: undefined }
  if (!Array.isArray(choices)) return { complaint: '"choices" must be an array of texts' }
  const texts = choices.flatMap((each) =>
    typeof each === 'string' ? [each.replaceAll(/[\p{C}\s]+/gu, ' ').trim()] : [],
  )
  return { value: [...new Set(texts)].filter((text) => text !== '' && text.length <= maxCharacters) }
}
