import type { Named, Premise } from './premise.ts'

/** The pronoun that the sentence of a person uses for them: "Jarl Sigrun has promised her daughter". */
export function pronounSaid({ name, pronoun, isPlural }: Named, text: string): Named['pronoun'] | undefined {
  if (pronoun !== 'they' || isPlural) return undefined
  const at = text.indexOf(name)
  const after = at < 0 ? '' : text.slice(at + name.length).split(/[.!?;](?=\s)/u)[0]!
  // "Fenn recognises her", "wants to sell her": another.
  const own = after.replaceAll(
    /(?<=\p{L} )(?:her|him)(?=[.,;!?]|$| (?:and|but|to|in|at|with|for|from|on|by|the|an?)\b)/gu,
    '',
  )
  // Another name may be meant, and "him" behind a preposition is another: "Hanne behind him".
  const [said] =
    /\b(?:he|his|(?<!\b(?:behind|with|beside|to|for|at|by|near|from|after|of|on|before|against) )him|she|her)\b/.exec(
      own.split(/\p{Lu}/u)[0]!,
    ) ?? []
  return said === undefined ? undefined : said.startsWith('h') && said !== 'her' ? 'he' : 'she'
}

/** The pronoun that a text uses later for the only person of whom it can be said: "The clerk is asleep. Get out before she wakes up". */
export function pronounLater(
  person: Named,
  { people, absent, player }: Pick<Premise, 'people' | 'absent' | 'player'>,
  text: string,
): Named['pronoun'] | undefined {
  const { name, pronoun, isPlural } = person
  if (pronoun !== 'they' || isPlural) return undefined
  const [said] = /\b(?:he|his|him|she|her)\b/.exec(text.slice(Math.max(0, text.indexOf(name)))) ?? []
  if (said === undefined) return undefined
  const meant = said.startsWith('h') && said !== 'her' ? 'he' : 'she'
  const others = [...people, ...absent, ...(player ? [player] : [])].filter((each) => each !== person && !each.isPlural)
  return others.some((each) => each.pronoun === meant || each.pronoun === 'they') ? undefined : meant
}
