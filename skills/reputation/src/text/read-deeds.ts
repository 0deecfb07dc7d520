import en from './en.json' with { type: 'json' }
import { factionsIn } from './factions-in.ts'

/** The effect of a deed on a standing, on a scale from -100 to 100. */
export interface Deed {
  faction: string
  amount: number
  reason: string
}

const patterns = en.deeds.map(({ amount, verbs }) => ({
  amount,
  pattern: new RegExp(`(?<![\\p{L}-])(?:${verbs.join('|')})(?![\\p{L}-])`, 'giu'),
}))
const negated =
  /(?:\b(?:not|never|almost|nearly|without|instead\s+of|rather\s+than|refuse\s+to|decide\s+against|avoid|nor|neither|wo|could|would|might|can)\b|n['’]t\b)[^,;.!?]{0,24}$/i
/** Speech, thoughts and suppositions, up to the next comma. */
const supposed =
  /\b(?:pretend|dream|dreamt|imagin|consider|contemplat|ponder|fantasi[sz]|wish|wonder|if|unless|whether|suppose|think\w*\s+(?:of|about)|thought\s+(?:of|about)|(?:tell|told|say|says|said|claim|swear|swore|admit|confess|boast|lie|lied|hear|heard|read|know|knew|believe|remember|recall|deny|denied|whisper|explain)\w*\b[^,;.!?]*\b(?:that|how|about))\w*\b[^,;.!?]*$/i
/** A condition, as in "I kill him if he moves", but not in "I ask if he moves" or "even if he moves". */
const condition =
  /(?<!\b(?:even|as|see|ask|asks|asked|asking|know|wonder|wondering|check|sure|out|doubt)\s+(?:\p{L}+\s+){0,2})\b(?:if|unless)\b/iu
/** Another subject before the verb, as in "The thieves attack the merchant". */
const ofOthers =
  /(?:^|[,:;]\s*|\b(?:and|but|so|then|while|because|as|when|before|after|until)\s+)\s*(?:the|an?|this|that|these|those|his|her|their|some|many|two|three)\s+(?!(?:hero|heroine|party|player|group|character|adventurer)s?\b)(?:(?!(?:i|we|and|my|our)\b)[\p{L}'’-]+\s+){1,4}$/iu
/** The player as object, as in "The guard attacks me". */
const doneToPlayer = /^\s+(?:me|us)\b/i
const doneFor = /\b(?:for|on\s+behalf\s+of|in\s+the\s+name\s+of)\s+(?:the\s+|an?\s+)?$/i
const doneAgainst = /\b(?:from|against)\s+(?:the\s+|an?\s+)?$/i

/**
 * Reads the player's deeds. Each known faction gets the strongest deed of its clause. Questions, negations, speech and suppositions
 * are not deeds.
 */
export function readDeeds(prompt: string, known: readonly string[]): Deed[] {
  const deeds = new Map<string, Deed>()
  const text = prompt.slice(0, 4000)
  // Quoted speech is not a deed, unless the whole prompt is quoted.
  const deedsOnly = /^\s*["“][^"”]*["”]\s*$/.test(text) ? text : text.replace(/["“][^"”]*["”]/g, '…')
  const done = deedsOnly.split(/(?<=[.!?;])\s+/).flatMap(withoutCondition)
  for (const clause of done.flatMap((sentence) => sentence.split(/\s+(?:but|then|and\s+then)\s+/))) {
    if (/\?\s*$/.test(clause)) continue
    for (const deed of readClause(clause, known)) {
      const before = deeds.get(deed.faction)
      if (!before || Math.abs(deed.amount) > Math.abs(before.amount)) deeds.set(deed.faction, deed)
    }
  }
  return [...deeds.values()]
}

/** The unconditional part of a sentence: all of it, or the part before "and if", or nothing. */
function withoutCondition(sentence: string): string[] {
  const index = sentence.search(condition)
  if (index === -1) return [sentence]
  const before = sentence.slice(0, index)
  // A conditional threat is still a threat.
  if (/\b(?:threaten|blackmail)\w*\b[^,;]*$/i.test(before)) return [before]
  return /(?:\b(?:and|but)|,\s*(?:and|but|then))\s+$/i.test(before) ? [before] : []
}

function readClause(clause: string, known: readonly string[]): Deed[] {
  const reason = oneLine(clause, 200)
  const verbs = patterns
    .flatMap(({ amount, pattern }) =>
      [...clause.matchAll(pattern)].map(({ 0: verb, index }) => ({ amount, index, end: index + verb.length })),
    )
    .toSorted((left, right) => left.index - right.index)
  const acts = verbs.filter(({ index, end }) => {
    const before = clause.slice(0, index)
    return (
      ![negated, supposed, ofOthers].some((pattern) => pattern.test(before)) && !doneToPlayer.test(clause.slice(end))
    )
  })
  return factionsIn(clause, known).flatMap(({ name, index }) => {
    // The verb before the faction decides, or the next one, as in "from the merchant I steal".
    const after = verbs.find((verb) => verb.index > index)
    const act =
      acts.findLast(({ end }) => end <= index) ??
      acts.find((one) => one === after && /\b(?:i|we)\b/i.test(clause.slice(index, one.index)))
    return act ? [{ faction: name, amount: act.amount * shareOf(act.amount, clause.slice(0, index)), reason }] : []
  })
}

/** Harm done for a faction pleases it by half; a kindness done against a faction hurts it by half. */
function shareOf(amount: number, before: string): number {
  if (amount < 0) return doneFor.test(before) ? -0.5 : 1
  return doneAgainst.test(before) ? -0.5 : 1
}

/** A text as one line without control characters, cut to `most` characters. */
export function oneLine(text: string, most: number): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
}
