import { t } from '../language/text.ts'
import { curled } from '../language/curled.ts'
import { plainName } from './skill-words.ts'

/** How a skill is called, and what it does. */
interface SkillWords {
  title: string
  about: string
}

/** A skill as its manifest describes it. */
interface Described {
  name: string
  displayName: string
  description: string
}

/** The shipped skills in the player's words. Their manifests describe them to planners. */
const shipped: Record<string, SkillWords> = {
  'character-portraits': {
    title: t('Portraits'),
    about: t('Shows a picture of everyone you talk to or look at closely.'),
  },
  'dice-roller': { title: t('Dice'), about: t('Rolls dice when chance decides, or when you ask for it.') },
  'door-examiner': { title: t('Doors'), about: t('Looks closely at doors, and says what you can do with them.') },
  memory: { title: t('Memory'), about: t('Remembers what happened, and brings it back when it matters.') },
  'npc-perception': { title: t('What people think of you'), about: t('When you ask, says how people feel about you.') },
  'player-choices': { title: t('Choices'), about: t('Offers what you could do next, after every turn.') },
  reputation: { title: t('Reputation'), about: t('Keeps track of what towns, guilds and other groups think of you.') },
  'story-world': {
    title: t('The world of a novel'),
    about: t('Only for novels that Narratoria writes by itself: keeps track of their people and places.'),
  },
  storyteller: { title: t('Narrator'), about: t('Narrates what you did and what came of it.') },
  'torch-lighter': { title: t('Torch'), about: t('Lights your torch, and shows a picture of it.') },
  world: { title: t('Story world'), about: t('Works out what happens when you do something.') },
}

/** A skill in the player's words. One that is not shipped says itself what it does. */
export function inPlayersWords(skill: Described): SkillWords {
  return shippedWords(skill.name) ?? { title: curled(skill.displayName), about: curled(skill.description) }
}

/** Whether the settings of a shipped skill are for a language model alone. */
export function needsModel(name: string): boolean {
  return name === 'storyteller'
}

/** What the manifest of a skill says beyond the player's words. */
export function inMakersWords(skill: Described): Partial<SkillWords> {
  const displayName = curled(skill.displayName)
  const description = curled(skill.description)
  const { title, about } = inPlayersWords(skill)
  return {
    ...(displayName !== title && { title: displayName }),
    ...(description !== about && { about: t('For the planner: {text}', { text: description }) }),
  }
}

/** The name of a skill, or of a script without one, in the player's words. */
export function skillTitle(name: string): string {
  return shippedWords(name)?.title ?? plainName(name)
}

function shippedWords(name: string): SkillWords | undefined {
  return Object.hasOwn(shipped, name) ? shipped[name] : undefined
}
