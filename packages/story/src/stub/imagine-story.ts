import type { Character, Location, OpenLoop } from '../memory/entities.ts'
import type { StoryState } from '../project/state.ts'
import phrases from './content/phrases.json' with { type: 'json' }
import { chooseLexicon } from './lexicon.ts'
import { withArticle } from './imagine-arc.ts'
import { seededNumbers } from './seeded.ts'
import { capitalize } from './template.ts'

/** The texts that a new novel starts from. */
export interface StoryWish {
  name: string
  seed: string
  genre?: string
  premise?: string
  protagonist?: string
  setting?: string
  tone?: string
}

/** The first entities of a novel. Missing texts are made up from the seed. */
export function imagineStory(wished: StoryWish) {
  // Empty texts count as missing.
  const wish = Object.fromEntries(
    Object.entries(wished).filter(([, text]) => typeof text === 'string' && text.trim() !== ''),
  ) as unknown as StoryWish
  const random = seededNumbers(`${wish.seed}/story`)
  const lexicon = chooseLexicon([wish.genre, wish.premise, wish.setting].join(' '))
  const idea = lexicon.ideas[Math.floor(random() * lexicon.ideas.length)]!
  const setting = wish.setting ?? (wish.premise === undefined ? idea.setting : 'the old town')
  const premise =
    wish.premise ??
    (wish.setting === undefined ? idea.premise : `Something in ${placeName(setting)} has been kept quiet for too long.`)
  const { name, role, description } = readProtagonist(wish.protagonist, {
    name: phrases.protagonists[Math.floor(random() * phrases.protagonists.length)]!,
    role: idea.role,
  })
  const now = new Date().toISOString()
  const state: StoryState = {
    format_version: 1,
    novel_name: wish.name,
    genre: wish.genre ?? idea.genre,
    premise,
    setting,
    tone: wish.tone ?? idea.tone,
    current_tick: 0,
    active_character: 'C0',
    created_at: now,
    last_updated: now,
  }
  const goal = 'find out what is behind it'
  const protagonist: Character = {
    id: 'C0',
    name,
    role,
    description,
    traits: ['observant', 'stubborn'],
    goals: [goal],
    current_state: { goals: [goal], emotional_state: 'restless', location: 'L0' },
    created_in_tick: 0,
  }
  const location: Location = {
    id: 'L0',
    name: placeName(setting),
    description: setting.split(',').slice(1).join(',').trim(),
    atmosphere: lexicon.home.atmosphere,
    features: [...lexicon.home.features],
    created_in_tick: 0,
  }
  const loop: OpenLoop = {
    id: 'OL0',
    description: premise,
    category: 'premise',
    importance: 'high',
    status: 'open',
    created_in_scene: null,
    developed_in: [],
    closed_in_scene: null,
    resolution: '',
  }
  return { state, protagonist, location, loop }
}

function placeName(setting: string): string {
  return setting.split(',')[0]!.trim() || 'the old town'
}

/** Parses `Elena Voss, a young cartographer`, `Elena Voss` or `a young cartographer`. */
function readProtagonist(text: string | undefined, made: { name: string; role: string }) {
  const [first = '', ...rest] = (text ?? '').split(',').map((part) => part.trim())
  if (first === '') return { ...made, description: `${capitalize(withArticle(made.role))} who notices things.` }
  // In scripts without case, the text is a name.
  const isRole = /^(?:[Aa]n?\s|[Tt]he\s|\p{Ll})/u.test(first)
  const name = isRole ? made.name : first
  const about = isRole ? [first, ...rest].join(', ') : rest.join(', ')
  return { name, role: about.replace(/^(?:an?|the)\s+/i, '') || made.role, description: about }
}
