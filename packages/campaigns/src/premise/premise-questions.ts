import { premiseContent } from '@narratoria/content/premises'
import type { CharacterQuestion } from '../player/questions.ts'
import { capitalize, withThe } from './furnish.ts'
import { offeredAims, ownTasksIn } from './offered-aims.ts'
import type { Named } from './premise.ts'
import { readAs, rolesIn, saysWho } from './read-as.ts'
import { readPremise } from './read-premise.ts'
import { wishOf } from './wish.ts'

/** At most so many people, and so many aims, are suggested. */
const mostPeople = 6
const mostAims = 4

/**
 * Asks what a premise leaves to the player: who they are, unless it says who "you" or "I" am; what they want, unless it says so
 * plainly; and how much is added to it. Each has suggested answers; its id is the option of `buildPremise` that its answer is for.
 *
 * @example
 * ```ts
 * import { buildPremise, premiseQuestions } from '@narratoria/campaigns/premise'
 *
 * const premise = 'Ida and Bram share a lighthouse, and the lamp has gone out.'
 * const [who, what] = premiseQuestions(premise)
 * if (who?.options?.[0]?.name !== 'Ida') throw new Error('Ida should be one of those whom the player can be.')
 * buildPremise(premise, { player: 'Ida', aim: what!.options![0]!.name })
 * ```
 */
export function premiseQuestions(text: string, { player }: { player?: string } = {}): CharacterQuestion[] {
  if (text.trim() === '') return []
  const added = questionOf('plot', [phrase('answer.added'), phrase('answer.stated')])
  return [...castQuestions(text, player).map((each) => ({ ...each, isOpen: true })), added]
}

function castQuestions(text: string, player: string | undefined): CharacterQuestion[] {
  const outside = readPremise(text, { player: '' })
  const isSelf = saysWho(text)
  const roles = isSelf ? [] : rolesIn(outside).slice(0, mostPeople)
  const asked: CharacterQuestion[] = []
  const isAsked = !isSelf && roles.length > 0
  if (isAsked && player === undefined)
    asked.push(questionOf('player', [...roles.map((role) => nameOf(role)), phrase('answer.other')]))
  const read = readAs(text, isAsked ? (player ?? '') : player)
  if (ownTasksIn(read).length > 0 && (read.player !== undefined || isSelf)) return asked
  const aims = offeredAims(read)
    .slice(0, mostAims)
    .map((each) => capitalize(wishOf(each).said.replace(/\.$/u, '')))
  return [...asked, questionOf('aim', [...aims, phrase('answer.see')], aims[0])]
}

// The last answer claims nothing.
function questionOf(id: 'player' | 'aim' | 'plot', names: readonly string[], usual = names.at(-1)!): CharacterQuestion {
  const options = names.map((name) => ({ name }))
  return { id, kind: 'choice', question: phrase(`ask.${id}`), required: false, options, default: usual }
}

function phrase(key: string): string {
  return String(premiseContent.phrases[key])
}

function nameOf({ name }: Named): string {
  return capitalize(withThe(name))
}
