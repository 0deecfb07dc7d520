import type { JsonObject } from '@narratoria/protocol'
import { listLeaves, nameThing, showValue, toWords, type Leaf } from './change-facts.ts'
import type { Fact } from '../prose/fact.ts'

const looking = /\b(?:look|looks|search|explore|inspect|examine|survey|study|where|what do|around|scene|room)\b/i

// What any question or sentence has in common with any text.
const sayNothing = new Set(
  'the and but for from with who whom whose what where when why how which this that these those are was were has had have did does you your not any all his her its our their they them there then than into out'.split(
    ' ',
  ),
)
const puttingOut = /\b(?:extinguish|douse|snuff|quench|smother|(?:put|blow|stamp)(?:s|ting|ing)?\b[^.!?]*\bout)\b/i

const burning = /^(?:lit|burning|alight)$/

/**
 * Things that earlier turns put into the state and that the prompt speaks of, or that a look around would show: they keep
 * the story's threads together. What this turn changed is told elsewhere.
 */
export function echoFacts(
  state: JsonObject,
  outputs: readonly JsonObject[],
  { prompt, turn }: { prompt: string; turn: number },
): Fact[] {
  const words = new Set((prompt.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !sayNothing.has(word)))
  const scored = leftBehind(state, outputs)
    .map((leaf) => ({ leaf, score: closeness(leaf, words) }))
    .filter(({ score }) => score > 0 || looking.test(prompt))
    .toSorted((left, right) => right.score - left.score)
  const best = scored.filter(({ score }) => score === scored[0]!.score)
  return best.length === 0 ? [] : toFact(best[turn % best.length]!.leaf, prompt)
}

/** The light that still burns from an earlier turn, where the prompt looks at something. */
export function lightFacts(state: JsonObject, outputs: readonly JsonObject[], prompt: string): Fact[] {
  const light =
    looking.test(prompt) && leftBehind(state, outputs).find(({ path }) => burning.test(toWords(path.at(-1)!)))
  return light ? toFact(light, prompt) : []
}

/** What holds from earlier turns and was not changed by this one. */
function leftBehind(state: JsonObject, outputs: readonly JsonObject[]): Leaf[] {
  const changed = new Set(outputs.flatMap(listLeaves).map(({ path }) => path.join('/')))
  return listLeaves(state).filter(
    ({ path, value }) => !changed.has(path.join('/')) && value !== false && value !== null,
  )
}

function closeness({ path, value }: Leaf, words: Set<string>): number {
  const own =
    `${path.map(toWords).join(' ')} ${typeof value === 'string' ? value.toLowerCase() : ''}`.match(/\p{L}{3,}/gu) ?? []
  return own.filter((word) => words.has(word)).length
}

function toFact({ path, value }: Leaf, prompt: string): Fact[] {
  const words = path.map(toWords)
  const thing = nameThing(words.slice(1)) || words[0]!
  const shown = showValue(value)
  if (shown === undefined || typeof value === 'number') return []
  if (burning.test(words.at(-1)!)) {
    const source = words.at(-2) ?? 'fire'
    // The state still has it burn, so that is what came of it.
    if (puttingOut.test(prompt))
      return [
        echo(
          `The ${source} still burns; the attempt to put it out came to nothing.`,
          [
            `The ${source} gutters, then steadies`,
            `For a heartbeat the ${source} is all smoke, then the flame is back`,
            `The flame of the ${source} ducks, and stands up again`,
            `The ${source} shrinks to a blue thread, and grows again`,
          ],
          ['; it will not be put out so easily.', ', as if nothing had happened.', '.', ', and burns on.'],
        ),
      ]
    return [
      echo(
        `The ${source} still burns.`,
        [
          `Your ${source} still burns`,
          `The light of your ${source} goes before you`,
          `The ${source} gives you light enough to see by`,
          `The ${source} gutters, then steadies`,
        ],
        ['.', ', and you are glad of it.', '; it paints everything in copper and soot.', ', a small sun of your own.'],
      ),
    ]
  }
  if (value === true)
    return [
      echo(
        `The ${thing} is there.`,
        [
          `You have not forgotten the ${thing}`,
          `There is still the ${thing}`,
          `Your thoughts return to the ${thing}`,
          `And then there is the ${thing}`,
        ],
        ['.', ', for whenever you need it.', ', unchanged.', ', waiting.'],
      ),
    ]
  return [
    echo(
      `The ${thing}: ${shown}.`,
      [
        `You have not forgotten the ${thing}`,
        `What you found before is still in your mind, the ${thing}`,
        `Your thoughts return to the ${thing}`,
        `The ${thing} is as you remember it`,
      ],
      [
        `: ${shown}.`,
        `, every bit of it: ${shown}.`,
        `, as you found it: ${shown}.`,
        `, to the last detail: ${shown}.`,
      ],
    ),
  ]
}

function echo(text: string, leads: string[], tails: string[]): Fact {
  return { kind: 'echo', text, ways: { leads, tails } }
}
