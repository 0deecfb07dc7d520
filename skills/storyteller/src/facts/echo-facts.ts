import type { JsonObject } from '@narratoria/protocol'
import { listLeaves, showValue, toWords, type Leaf } from './change-facts.ts'
import type { Fact } from './fact.ts'

const looking = /\b(?:look|looks|search|explore|inspect|examine|survey|study|where|what do|around|scene|room)\b/i

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
  const words = new Set(prompt.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
  const scored = leftBehind(state, outputs)
    .map((leaf) => ({ leaf, score: closeness(leaf, words) }))
    .filter(({ score }) => score > 0 || looking.test(prompt))
    .toSorted((left, right) => right.score - left.score)
  const best = scored.filter(({ score }) => score === scored[0]!.score)
  return best.length === 0 ? [] : toFact(best[turn % best.length]!.leaf)
}

/** The light that still burns from an earlier turn, where the prompt looks at something. */
export function lightFacts(state: JsonObject, outputs: readonly JsonObject[], prompt: string): Fact[] {
  const light =
    looking.test(prompt) && leftBehind(state, outputs).find(({ path }) => burning.test(toWords(path.at(-1)!)))
  return light ? toFact(light) : []
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

function toFact({ path, value }: Leaf): Fact[] {
  const words = path.map(toWords)
  const thing = words.slice(1).join(' ') || words[0]!
  const shown = showValue(value)
  if (shown === undefined || typeof value === 'number') return []
  if (burning.test(words.at(-1)!)) {
    const source = words.at(-2) ?? 'fire'
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
