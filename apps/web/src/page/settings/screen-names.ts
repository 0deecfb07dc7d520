import { t } from '../language/text.ts'
import type { Screen } from '../routing/route.ts'
import { useAnyDetails } from './preferences.ts'

const playersNames: Record<Screen, string> = {
  narrative: t('Story'),
  tools: t('Backstage'),
  assets: t('Pictures'),
  state: t('Journal'),
  skills: t('Extras'),
}

/** The names of the specification. */
const makersNames: Record<Screen, string> = {
  narrative: t('Narrative'),
  tools: t('Tools'),
  assets: t('Assets'),
  state: t('State'),
  skills: t('Skills'),
}

/** The names of the screens: those of the specification while details are shown anywhere, else the player's words. */
export function useScreenNames(): Record<Screen, string> {
  return useAnyDetails() ? makersNames : playersNames
}
