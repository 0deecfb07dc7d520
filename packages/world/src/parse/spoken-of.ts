import type { Act } from '../model/act.ts'
import { stems } from '../people/topics.ts'
import { linesHeard } from '../view/said.ts'
import type { NounContext } from './noun-context.ts'
import { longestAt } from './phrases.ts'
import type { Asked } from './question.ts'
import { leads } from './read-clause-act.ts'
import { textOf, tokenize } from './tokens.ts'

/** Letters of a word that can be recognised in what was said, at least. */
const minLetters = 4

/**
 * The person whom a question is for, if it is not the one talked to last: who has just said what it quotes, "what was that about a wick?",
 * or who alone knows of what it names, "where are the owners of the coats?".
 */
export function otherAsked(text: string, { question, context }: Asked): string | undefined {
  const { last, present, isToYou, asks } = question
  if (last === undefined || !asks) return undefined
  const speaker = quotedFrom(text, [last, ...present.filter((id) => id !== last)], context)
  if (speaker !== undefined) return speaker === last ? undefined : speaker
  if (isToYou) return undefined
  const knowing = question.aboutExactly(text)
  return knowing === last ? undefined : knowing
}

/**
 * Reads an order to let pass, "move aside", or to lead to where the player knows no way, "take me there", as said to the person who is
 * here; `undefined` for other words.
 */
export function orderedHere(act: Act, text: string, { question: { nearest }, context }: Asked): Act | undefined {
  if (nearest === undefined || act.act === 'say') return undefined
  const { lexicon } = context
  const tokens = tokenize(text, lexicon)
  const start = tokens.findIndex((token) => !lexicon.fillers.includes(token.text) && token.kind === 'word')
  const isGoing = act.act === 'go' && act.to !== undefined
  if (isGoing && act.to !== 'out' && act.to !== 'player' && leads(act.to!, context, true)) return undefined
  const begins = (phrases: readonly string[]) => start >= 0 && longestAt(tokens, start, phrases) > 0
  const isOrder = begins(lexicon.passing) || (isGoing && begins(lexicon.leads))
  return isOrder ? { act: 'say', person: nearest, text } : undefined
}

// Of several who said as much of it, the one talked to last.
function quotedFrom(text: string, people: readonly string[], { scene, lexicon }: NounContext): string | undefined {
  const tokens = tokenize(text, lexicon)
  const length = longestAt(tokens, 0, lexicon.quotations)
  const behind = tokens.slice(length).filter((token) => token.text.length >= minLetters)
  if (length === 0 || behind.length === 0) return undefined
  const quoted = stems(textOf(behind))
  const found = people
    .map((id) => {
      const said = stems(
        linesHeard(scene, id)
          .map(({ line }) => line)
          .join(' '),
      )
      return { id, score: quoted.filter((word) => said.includes(word)).length }
    })
    .toSorted((a, b) => b.score - a.score)
  const [best] = found
  return best !== undefined && best.score * 2 >= quoted.length ? best.id : undefined
}
