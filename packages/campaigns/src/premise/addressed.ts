import type { Named, Premise } from './premise.ts'

/** What a person whom the player plays must say, to the player: "that she loves him" is "that you love him". */
export function addressed<T extends Pick<Premise, 'need' | 'player' | 'people' | 'absent'>>(premise: T): T {
  const { need, player, people, absent } = premise
  if (need === undefined || player === undefined) return premise
  const others = [...people, ...absent].filter((each) => each.name !== player.name)
  const values = Object.entries(need.values).map(([key, value]) => [key, toPlayer(value, player, others)])
  return { ...premise, need: { ...need, values: Object.fromEntries(values) as Record<string, string> } }
}

const verbs: Record<string, string> = { is: 'are', was: 'were', has: 'have', does: 'do' }

// Only in what is said: "before he wakes" may be about another.
function toPlayer(text: string, { pronoun }: Named, others: readonly Named[]): string {
  if (pronoun !== 'she' && pronoun !== 'he') return text
  if (others.some((each) => each.pronoun === pronoun && text.includes(each.name))) return text
  return text.replaceAll(
    new RegExp(`\\bthat ${pronoun} (\\p{Ll}+)`, 'gu'),
    (_, verb: string) => `that you ${verbs[verb] ?? plain(verb)}`,
  )
}

function plain(verb: string): string {
  if (!/[^s]s$/.test(verb)) return verb
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`
  return /(?:ss|sh|ch|x|o)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1)
}
