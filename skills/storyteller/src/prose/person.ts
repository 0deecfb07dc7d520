const person: Record<string, string> = {
  i: 'you',
  "i'm": "you're",
  "i've": "you've",
  "i'll": "you'll",
  "i'd": "you'd",
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  we: 'you',
  "we're": "you're",
  "we've": "you've",
  "we'll": "you'll",
  our: 'your',
  ours: 'yours',
  ourselves: 'yourselves',
  us: 'you',
}

/** Turns the first person into the second, outside quoted speech. */
export function toYou(text: string): string {
  return text
    .split(/(["“][^"”]*["”])/)
    .map((part, at) => (at % 2 === 1 ? part : swapPerson(part)))
    .join('')
}

function swapPerson(text: string): string {
  return (
    text
      .replace(
        /\b(I|we) (am|was)\b/gi,
        (_, __: string, verb: string) => `you ${verb.toLowerCase() === 'am' ? 'are' : 'were'}`,
      )
      .replace(/\b(?:am|was) I\b/gi, (found) => (/^am/i.test(found) ? 'are you' : 'were you'))
      .replace(/[\p{L}]+(?:['’](?:m|ve|ll|d|re))?/gu, (word) => person[word.toLowerCase().replace('’', "'")] ?? word)
      // "If he attacks me I run".
      .replace(/\byou you\b/gi, 'you, you')
  )
}
