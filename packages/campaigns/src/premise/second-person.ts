const persons: [RegExp, string][] = [
  [/\bI am\b/g, 'you are'],
  [/\bI'm\b/g, 'you are'],
  [/\bI was\b/g, 'you were'],
  [/(?<!\d ?)\bam(?= I\b)/g, 'are'],
  [/(?<!\d ?)\bAm(?= I\b)/g, 'Are'],
  [/\bwas(?= I\b)/g, 'were'],
  // "I, president of the club, am", "only I still am".
  [/\bI((?:, [^,.;!?]*,)? (?:\p{Ll}+ )??)am\b/gu, 'you$1are'],
  [/\bI((?:, [^,.;!?]*,) (?:\p{Ll}+ )??)was\b/gu, 'you$1were'],
  [/\bI\b/g, 'you'],
  [/\b(?:me)\b/g, 'you'],
  [/\bmyself\b/g, 'yourself'],
  // "The mine" is a pit.
  [
    /(?<=\b(?:is|are|was|were|be|been|of|than|like|not|all|still|once|him|her|them|with|for|it['’]s|that['’]s) )mine\b/gi,
    'yours',
  ],
  [/\bWe\b/g, 'You'],
  [/\bwe\b/g, 'you'],
  [/\b(?:us)\b/g, 'you'],
  [/\bourselves\b/g, 'yourselves'],
  [/\bours\b/g, 'yours'],
  [/\bour\b/g, 'your'],
  [/\bOur\b/g, 'Your'],
  [/\bmy\b/g, 'your'],
  [/\bMy\b/g, 'Your'],
]

/** A premise that was typed in small letters, with the pronoun of its speaker as it is spelled. */
export function withCapitalI(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{N}'’.-])i(?=\s|['’](?:m|ve|d|ll)\b)/gu, 'I')
}

/** Addresses a premise in the first person to the player. */
export function secondPerson(text: string): string {
  if (!/\b(?:I|my|My|me|mine|We|we|us|our|Our)\b/.test(text) || /[“"]/.test(text)) return text
  const addressed = persons.reduce((all, [from, to]) => all.replaceAll(from, to), text)
  return addressed.replaceAll(
    /(^|[.!?]\s+)(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
}
