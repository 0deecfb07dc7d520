import { type Moods, themes } from './moods/moods.ts'
import { poetic } from './moods/poetic.ts'
import { terse } from './moods/terse.ts'
import { vivid } from './moods/vivid.ts'

/** The tone of the prose. */
export type Style = 'terse' | 'vivid' | 'poetic'

/**
 * Sentences that say what the moment feels like, fitting ones first. `about` is what the turn was about; `around` is what
 * still holds from before.
 */
export function atmosphere(style: Style, about: string, around = ''): (readonly string[])[] {
  if (style === 'terse') return [terse]
  const moods: Moods = style === 'poetic' ? poetic : vivid
  const fitting = [about, around].flatMap((text) => themeNames.filter((name) => themes[name].test(text)))
  return [...new Set([...fitting, 'any' as const])].map((name) => moods[name])
}

const themeNames = Object.keys(themes) as (keyof typeof themes)[]
