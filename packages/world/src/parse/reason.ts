import type { Act } from '../model/act.ts'
import type { NounContext } from './noun-context.ts'

/** Keeps the question of an act if it asks for a reason or a place: in "ask Dan why he is afraid" the topic is only "afraid". */
export function withReason(act: Act, text: string, { lexicon }: NounContext): Act {
  const words = text.split(/\s+/)
  const at = words.findIndex((word, index) => index > 0 && lexicon.reasons.includes(word.toLowerCase()))
  return at < 0 || at === words.length - 1 ? act : { ...act, text: words.slice(at).join(' ') }
}
