import { curled } from '../language/curled.ts'
import { t } from '../language/text.ts'

/** What a shipped skill does, in the player's words, while it does it. */
const doing: Record<string, string> = {
  'character-portraits': t('Faces take shape'),
  'dice-roller': t('The dice are rolling'),
  'door-examiner': t('You look closely'),
  memory: t('Memories come back'),
  'npc-perception': t('The others notice'),
  'player-choices': t('Ways to go on open up'),
  reputation: t('Word gets around'),
  'story-world': t('The world takes note'),
  storyteller: t('The narrator finds the words'),
  'torch-lighter': t('A flame catches'),
  world: t('The world answers'),
}

/** What a tool is doing, in the player's words: what it reports itself, else what its skill does. */
export function doingOf({
  skill,
  script,
  progress,
}: {
  skill?: string
  script: string
  progress?: { label?: string }
}): string {
  const label = progress?.label ?? doing[skill ?? ''] ?? t('{name} is at work', { name: plainName(skill ?? script) })
  return curled(label)
}

/** The name of a skill or script as words. */
export function plainName(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
