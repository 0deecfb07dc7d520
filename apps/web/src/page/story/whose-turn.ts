import { defaultHostName } from '../../api/default-host-name.ts'
import type { HostInfo } from '../../api/resources.ts'
import type { SharePerson, ShareView } from '../../api/share-resources.ts'
import { t } from '../language/text.ts'

/** Whether the person at the server has not chosen a name. */
export function hasNoName({ role, name }: Pick<SharePerson, 'role' | 'name'>): boolean {
  return role === 'host' && name === defaultHostName
}

/** The name of a person, as another one or the person sees it. */
export function shownName(person: Pick<SharePerson, 'id' | 'role' | 'name'>, you: string): string {
  if (person.id === you) return hasNoName(person) ? t('You') : t('{name} (you)', { name: person.name })
  return hasNoName(person) ? t('Your host') : person.name
}

/** Whose turn it is, as `you` sees it. Defaults to how the others see it. */
export function turnWords({ turnOf, people }: Pick<ShareView, 'turnOf' | 'people'>, you?: string): string {
  if (turnOf !== null && turnOf === you) return t('It is your turn.')
  const person = people.find(({ id }) => id === turnOf)
  if (!person) return t('It is not your turn.')
  return hasNoName(person) ? t('It is your host’s turn.') : t('It is {name}’s turn.', { name: person.name })
}

/** Why the story cannot be continued now without an act of its players; `undefined` if it can. Only the host may continue it. */
export function whyNotContinue(share: ShareView | null): string | undefined {
  if (share?.mode === 'vote' && share.people.length > 1) return t('The players vote on what happens next.')
  return share && waitsForTurn(share, undefined) ? turnWords(share) : undefined
}

/** Whether it is the turn of one of the players. */
export function hasTurns(share: ShareView): boolean {
  return share.mode === 'order' && share.turnOf !== null
}

/** Whether another person has the turn. The words that are typed meanwhile stay in the field. */
export function waitsForTurn(share: ShareView | null, info: HostInfo | undefined): boolean {
  return share !== null && hasTurns(share) && share.turnOf !== youIn(info)
}

/** The id of the person at this page. */
export function youIn(info: HostInfo | undefined): string {
  return info?.share.guest?.id ?? 'host'
}
