import type { Character, OpenLoop, StoryMemory } from '../memory/entities.ts'
import { openLoops } from '../memory/open-loops.ts'
import { generationOf, type StoryConfig } from '../project/config.ts'
import type { StoryState } from '../project/state.ts'
import { nextBeat, type Outline } from '../outline/outline.ts'
import { describeBeat, describeWorld } from './describe-world.ts'
import type { StoryTool } from '../plan/story-tools.ts'
import { fillPrompt } from './planner-prompt.ts'
import { summarizeStory } from './summarize-story.ts'
import { clip, estimateTokens, fitLines } from './tokens.ts'

/** The parts of a planner's prompt that describe the story. */
export interface StoryContext {
  novel_name: string
  about: string
  current_tick: number
  active_character_id: string
  active_character_name: string
  active_character_details: string
  /** The beat of the outline that the scene narrates. */
  outline_beat: string
  /** Where people and things are, and who is dead or gone. */
  world_state: string
  overall_summary: string
  recent_scenes_summary: string
  open_loops_list: string
  character_relationships: string
  available_tools_description: string
  recent_scene_ids: string[]
  open_loops_count: number
}

export interface ContextSources {
  state: StoryState
  config: StoryConfig
  /** Everything that is known, with the people and things of a part that the outline has just got. */
  memory: StoryMemory
  /** The memory on disk. */
  stored: StoryMemory
  outline: Outline
  /** Whether the outline differs from the one on disk. */
  hasNewOutline: boolean
  tools: ReadonlyMap<string, StoryTool>
}

/**
 * Most tokens of the parts that grow with the novel, for a budget of 6,000 tokens, so that the prompt of scene 1,000 is about as long as that
 * of scene 10.
 */
const ceilings: Partial<Record<TextPart, number>> = {
  world_state: 140,
  character_relationships: 150,
  open_loops_list: 180,
  overall_summary: 400,
}

/** Token limit of each name in the fixed parts of the prompt. */
const maxNameTokens = 40

/** Builds the context of the next tick. The prompt made of it fits the configured token budget. */
export function buildContext({ state, config, memory, tools, outline }: ContextSources): StoryContext {
  const settings = generationOf(config)
  const scenes = Object.values(memory.scenes)
  const active = memory.characters[state.active_character]
  const recent = scenes.slice(scenes.length - Math.min(scenes.length, settings.recentScenesCount))
  const loops = openLoops(memory)
  const context: StoryContext = {
    novel_name: clip(state.novel_name, maxNameTokens),
    about: '',
    current_tick: state.current_tick,
    active_character_id: state.active_character,
    active_character_name: clip(active?.name ?? state.active_character, maxNameTokens),
    active_character_details: '',
    outline_beat: '',
    world_state: '',
    overall_summary: '',
    recent_scenes_summary: '',
    open_loops_list: '',
    character_relationships: '',
    available_tools_description: '',
    recent_scene_ids: recent.map(({ id }) => id),
    open_loops_count: loops.length,
  }
  // The parts share the tokens that the fixed text leaves; later parts can use what earlier ones did not need.
  let freeTokens = settings.contextTokenBudget - estimateTokens(fillPrompt(context)) - 10
  const fill = (part: TextPart, share: number, write: (tokens: number) => string) => {
    const most = (ceilings[part] ?? Infinity) * (settings.contextTokenBudget / 6_000)
    const tokens = Math.max(0, Math.floor(Math.min(freeTokens * share, most)))
    context[part] = clip(write(tokens), tokens)
    freeTokens -= estimateTokens(context[part])
  }
  fill('available_tools_description', 0.4, (tokens) => describeTools(tools, tokens))
  const beat = nextBeat(outline, memory)
  fill('outline_beat', 0.2, () => describeBeat(beat, outline, memory))
  fill('world_state', 0.2, (tokens) => describeWorld(memory, { beat, hero: state.active_character, tokens }))
  fill('about', 0.1, () => describeNovel(state))
  fill('active_character_details', 0.15, () => (active ? describeCharacter(active, memory) : 'Unknown.'))
  fill('recent_scenes_summary', 0.35, (tokens) => describeRecent(recent, tokens))
  fill(
    'open_loops_list',
    0.4,
    (tokens) => fitLines(loops.map(describeLoop), tokens, 'open loops').join('\n') || 'No open loops yet.',
  )
  fill('character_relationships', 0.4, (tokens) => describeRelationships(memory, state.active_character, tokens))
  if (settings.includeOverallSummary) fill('overall_summary', 1, (tokens) => summarizeStory(scenes, tokens))
  return context
}

type TextPart = { [Key in keyof StoryContext]: StoryContext[Key] extends string ? Key : never }[keyof StoryContext]

function describeNovel({ genre, premise, setting, tone }: StoryState): string {
  const parts = { Genre: genre, Premise: premise, Setting: setting, Tone: tone }
  return Object.entries(parts)
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `**${label}:** ${text}`)
    .join('\n')
}

function describeCharacter(
  { name, role, description, traits, current_state: now }: Character,
  memory: StoryMemory,
): string {
  const place = now.location === undefined ? undefined : memory.locations[now.location]
  return [
    `Name: ${name}`,
    `Role: ${role}`,
    `Description: ${description}`,
    traits.length > 0 ? `Traits: ${traits.join(', ')}` : '',
    now.goals.length > 0 ? `Current Goals: ${now.goals.join(', ')}` : '',
    now.emotional_state === '' ? '' : `Emotional State: ${now.emotional_state}`,
    place ? `Location: ${place.name} (${place.id})` : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** Recent scenes in story order; if there is too little space, the oldest are left out. */
function describeRecent(scenes: StoryMemory['scenes'][string][], tokens: number): string {
  if (scenes.length === 0) return 'No previous scenes yet.'
  const texts = scenes.map(({ title, tick, summary }) => [`**${title}** (Tick ${tick}):`, ...summary].join('\n  - '))
  const kept: string[] = []
  let left = tokens
  for (const text of texts.reverse()) {
    const cost = estimateTokens(text) + 1
    if (cost > left && kept.length > 0) break
    kept.unshift(clip(text, left))
    left -= cost
  }
  return kept.join('\n\n')
}

function describeLoop({ id, importance, description, category, created_in_scene }: OpenLoop): string {
  const origin = created_in_scene === null ? 'the premise' : `Scene ${created_in_scene}`
  return `- ${id} [${importance.toUpperCase()}] ${description} (Category: ${category}, Created: ${origin})`
}

function describeRelationships(memory: StoryMemory, id: string, tokens: number): string {
  const lines = Object.values(memory.relationships)
    .filter(({ character_a, character_b }) => character_a === id || character_b === id)
    .sort((a, b) => lastChange(b) - lastChange(a))
    .map((relationship) => {
      const isA = relationship.character_a === id
      const other = isA ? relationship.character_b : relationship.character_a
      const view = isA ? relationship.perspective_a : relationship.perspective_b
      const { relationship_type, status, intensity } = relationship
      const name = memory.characters[other]?.name ?? other
      return `- ${name} (${other}, ${relationship_type}): ${status} [Intensity: ${intensity}/10]\n  Your view: "${view}"`
    })
  return fitLines(lines, tokens, 'relationships').join('\n') || 'No established relationships yet.'
}

function lastChange({ history, created_in_tick }: StoryMemory['relationships'][string]): number {
  return history.at(-1)?.tick ?? created_in_tick
}

/**
 * Describes tools and their arguments within a token limit. Short descriptions stay complete, long ones share the remaining
 * tokens. Names have priority, because a plan can only call a tool that it can name.
 */
function describeTools(tools: ReadonlyMap<string, StoryTool>, tokens: number): string {
  const all = [...tools.values()].map((tool) => ({ name: `**${tool.name}**`, tool, about: aboutOf(tool, Infinity) }))
  const whole = all.map(({ name, about }) => `${name}${about}`).join('\n\n')
  if (estimateTokens(whole) <= tokens) return whole
  const names = all.map(({ name }) => name)
  const shown = fitLines(names, tokens, 'tools')
  if (shown.length < names.length || shown.at(-1) !== names.at(-1)) return shown.join('\n')
  let left = names.reduce((free, name) => free - estimateTokens(name) - 1, tokens)
  const shortestFirst = all.toSorted((a, b) => a.about.length - b.about.length)
  const abouts = new Map<string, string>()
  for (const [index, { name, tool }] of shortestFirst.entries()) {
    const about = aboutOf(tool, Math.floor(left / (all.length - index)))
    left -= estimateTokens(about)
    abouts.set(name, about)
  }
  return names.map((name) => `${name}${abouts.get(name)}`).join('\n\n')
}

function aboutOf({ description, inputSchema }: StoryTool, tokens: number): string {
  const { properties = {}, required = [] } = inputSchema as {
    properties?: Record<string, { type?: string }>
    required?: string[]
  }
  const args = Object.entries(properties)
    .map(([arg, { type }]) => `${arg}${required.includes(arg) ? '' : '?'} (${type ?? 'any'})`)
    .join(', ')
  const write = (what: string, takes: string) => ` - ${what}\n  Args: ${takes}`
  if (estimateTokens(write(description, args)) <= tokens) return write(description, args)
  const free = tokens - estimateTokens(write('', ''))
  if (free < 8) return clip(` - ${description}`, tokens)
  const forArgs = Math.min(estimateTokens(args), Math.max(Math.floor(free / 2), free - estimateTokens(description)))
  return write(clip(description, free - forArgs), clip(args, forArgs))
}
