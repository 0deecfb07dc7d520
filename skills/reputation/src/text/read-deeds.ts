import { factionsIn } from './factions-in.ts'

/** What a deed does to a standing, on a scale to 100. */
export interface Deed {
  faction: string
  amount: number
  reason: string
}

interface Family {
  amount: number
  verbs: string
}

const families: Family[] = [
  {
    amount: -50,
    verbs:
      'kill(?:s|ed|ing)?|murder(?:s|ed|ing)?|slay(?:s|ing)?|slew|poison(?:s|ed|ing)?|execut(?:e|es|ed|ing)|assassinat(?:e|es|ed|ing)',
  },
  { amount: -40, verbs: 'betray(?:s|ed|ing)?|double-cross(?:es|ed|ing)?' },
  {
    amount: -30,
    verbs:
      'attack(?:s|ed|ing)?|assault(?:s|ed|ing)?|stab(?:s|bed|bing)?|kidnap(?:s|ped|ping)?|ambush(?:es|ed|ing)?|beat(?:s|ing)?\\s+up|burn(?:s|ed|ing|t)?|sabotag(?:e|es|ed|ing)|raid(?:s|ed|ing)?',
  },
  {
    amount: -20,
    verbs:
      'steal(?:s|ing)?|stole|rob(?:s|bed|bing)?|pickpocket(?:s|ed|ing)?|loot(?:s|ed|ing)?|swindl(?:e|es|ed|ing)|cheat(?:s|ed|ing)?|defraud(?:s|ed|ing)?|shoplift(?:s|ed|ing)?|burgl(?:e|es|ed|ing)|plunder(?:s|ed|ing)?',
  },
  {
    amount: -10,
    verbs:
      'threaten(?:s|ed|ing)?|insult(?:s|ed|ing)?|mock(?:s|ed|ing)?|blackmail(?:s|ed|ing)?|humiliat(?:e|es|ed|ing)|lie(?:s|d)?\\s+to|spit(?:s|ting)?\\s+(?:at|on)|bully|bullies|bullied',
  },
  { amount: 25, verbs: 'rescu(?:e|es|ed|ing)|sav(?:e|es|ed|ing)|liberat(?:e|es|ed|ing)|free(?:s|d|ing)?' },
  {
    amount: 10,
    verbs:
      'help(?:s|ed|ing)?|assist(?:s|ed|ing)?|protect(?:s|ed|ing)?|defend(?:s|ed|ing)?|heal(?:s|ed|ing)?|befriend(?:s|ed|ing)?|donat(?:e|es|ed|ing)|repay(?:s|ing)?|repaid|serv(?:e|es|ed|ing)|aid(?:s|ed|ing)?|giv(?:e|es|ing)\\s+(?:\\S+\\s+){0,4}?(?:back\\s+)?to|gave\\s+(?:\\S+\\s+){0,4}?(?:back\\s+)?to|return(?:s|ed|ing)?\\s+(?:\\S+\\s+){0,4}?to',
  },
  {
    amount: 5,
    verbs:
      'prais(?:e|es|ed|ing)|thank(?:s|ed|ing)?|compliment(?:s|ed|ing)?|apologi[sz](?:e|es|ed|ing)|honou?r(?:s|ed|ing)?',
  },
]
const patterns = families.map(({ amount, verbs }) => ({
  amount,
  pattern: new RegExp(`(?<![\\p{L}-])(?:${verbs})(?![\\p{L}-])`, 'giu'),
}))
const negated =
  /(?:\b(?:not|never|without|instead\s+of|rather\s+than|refuse\s+to|decide\s+against|avoid|nor|neither|wo|could|would|might|can)\b|n['’]t\b)[^,;.!?]{0,24}$/i
const doneFor = /\b(?:for|on\s+behalf\s+of|in\s+the\s+name\s+of)\s+(?:the\s+|an?\s+)?$/i
const doneAgainst = /\b(?:from|against)\s+(?:the\s+|an?\s+)?$/i

/**
 * Reads what the player does to whom: each known faction takes the strongest deed of its clause. Questions, and what the player does not do, are no
 * deeds.
 */
export function readDeeds(prompt: string, known: readonly string[]): Deed[] {
  const deeds = new Map<string, Deed>()
  for (const clause of prompt.slice(0, 4000).split(/(?<=[.!?;])\s+|\s+(?:but|then|and\s+then)\s+/)) {
    if (/\?\s*$/.test(clause)) continue
    for (const deed of readClause(clause, known)) {
      const before = deeds.get(deed.faction)
      if (!before || Math.abs(deed.amount) > Math.abs(before.amount)) deeds.set(deed.faction, deed)
    }
  }
  return [...deeds.values()]
}

function readClause(clause: string, known: readonly string[]): Deed[] {
  const reason = clause
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
  const acts = patterns
    .flatMap(({ amount, pattern }) =>
      [...clause.matchAll(pattern)].map(({ 0: verb, index }) => ({ amount, index, end: index + verb.length })),
    )
    .filter(({ index }) => !negated.test(clause.slice(0, index)))
    .toSorted((left, right) => left.index - right.index)
  return factionsIn(clause, known).flatMap(({ name, index }) => {
    // The verb before somebody decides, else the one after: "from the merchant I steal".
    const act = acts.findLast(({ end }) => end <= index) ?? acts.find((one) => one.index > index)
    return act ? [{ faction: name, amount: act.amount * shareOf(act.amount, clause.slice(0, index)), reason }] : []
  })
}

/** Who a harm is done for is pleased by half of it; who a kindness is done against is hurt by half of it. */
function shareOf(amount: number, before: string): number {
  if (amount < 0) return doneFor.test(before) ? -0.5 : 1
  return doneAgainst.test(before) ? -0.5 : 1
}
