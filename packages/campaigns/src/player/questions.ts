import { fillSentence } from '@narratoria/content'
import texts from '../../data/character.json' with { type: 'json' }
import type { Origin, PlayerTemplate } from './template.ts'

/** Something that is asked about the player's character before a story begins. */
export interface CharacterQuestion {
  /** The key of its answer. */
  id: string
  /** `text`: any words. `choice`: the name of an option. `points`: a number for each attribute. */
  kind: 'text' | 'choice' | 'points'
  question: string
  guidance?: string
  examples?: string[]
  /** Whether an empty answer is refused. */
  required: boolean
  /** For `choice`. */
  options?: { name: string; description?: string }[]
  /** For `choice`: the option that an empty answer means. */
  default?: string
  /** For `choice`: whether any other words are also an answer. Defaults to false. */
  isOpen?: boolean
  /** For `points`. */
  attributes?: { name: string; min: number; max: number; default: number }[]
  /** For `points`: the most that the numbers may be together. */
  pool?: number
}

/** The lists of a template, by the id of their question. */
export const lists = {
  preset: 'presets',
  race: 'allowed_races',
  class: 'allowed_classes',
  background: 'allowed_backgrounds',
} as const

/** The questions of a template in their order. Empty if the template asks nothing. */
export function questionsOf(template: PlayerTemplate): CharacterQuestion[] {
  const { mode, guidance } = template.character_creation ?? {}
  if (mode === undefined) return []
  const asked = {
    freeform: () => [nameOf(template), text('description', texts.description)],
    preset: () => [...choice('preset', template), nameOf(template)],
    guided: () => [
      nameOf(template),
      ...choice('race', template),
      ...choice('class', template),
      ...choice('background', template),
      ...attributes(template.required_attributes, true),
      ...attributes(template.optional_attributes, false),
      ...(template.prompts ?? []).map(({ question, guidance: help, examples }, index): CharacterQuestion => ({
        ...text(`prompt_${index + 1}`, question),
        ...(help !== undefined && { guidance: help }),
        ...(examples && { examples }),
      })),
      ...points(template),
    ],
  }
    [mode]()
    .flat()
  const [first, ...others] = asked
  return first && guidance !== undefined
    ? [{ ...first, guidance: [guidance, first.guidance].filter(Boolean).join(' ') }, ...others]
    : asked
}

function text(id: string, question: string, required = false): CharacterQuestion {
  return { id, kind: 'text', question, required }
}

function nameOf({ name }: PlayerTemplate): CharacterQuestion[] {
  return name === undefined ? [text('name', texts.name)] : []
}

function choice(id: keyof typeof lists, template: PlayerTemplate): CharacterQuestion[] {
  const options = template[lists[id]]
  if (!options) return []
  return [{ id, kind: 'choice', question: texts[id], required: true, options: options.map(optionOf) }]
}

function optionOf({ name, description, restrictions = [] }: Origin): { name: string; description?: string } {
  const about = [description, ...[restrictions].flat()].filter((each) => each !== undefined && each !== '').join(' ')
  return { name, ...(about !== '' && { description: about }) }
}

function attributes(names: readonly string[] = [], required: boolean): CharacterQuestion[] {
  return names.map((attribute) =>
    text(`attribute_${attribute}`, fillSentence(texts.attribute, { attribute: capital(attribute) }), required),
  )
}

function points({ starting_stats: stats }: PlayerTemplate): CharacterQuestion[] {
  const { point_pool: pool, attributes: all = [] } = stats ?? {}
  if (pool === undefined || all.length === 0) return []
  const ranges = all.map(({ name, min = 0, max = pool, default: usual = min }) => ({ name, min, max, default: usual }))
  const question = fillSentence(texts.points, { pool })
  return [{ id: 'points', kind: 'points', question, required: false, attributes: ranges, pool }]
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
