import { novelContent } from '@narratoria/content/novels'
import { seededNumbers } from '../imagine/seeded.ts'

const { groups, speech, tags, thoughts } = novelContent.variants
const [narrated, spoken] = [groups, speech].map((list) =>
  list.map(([first, ...others]) => ({
    pattern: new RegExp(`(?<![\\p{L}’-])(?:${first})(?![\\p{L}’-])`, 'gu'),
    others,
  })),
)

/** Who said something, after it, where the verb can also come last. */
const reported = new RegExp(
  String.raw`^ (${[...new Set(Object.values(tags).flat())].join('|')}) (\p{Lu}[\p{L}’-]*(?: \p{Lu}[\p{L}’-]*)?|the \p{Ll}+(?: \p{Ll}+)?)(?=\.|,? and | to )`,
  'u',
)

/** Who thought something, after it. */
const thought = new RegExp(String.raw`, (\p{Lu}[\p{L}’-]*|the \p{Ll}+) (${thoughts.join('|')})(?=\.)`, 'gu')

const questions = novelContent.variants.questions.map((pattern) => new RegExp(pattern, 'iu'))

/** A text in other words of the same meaning, chosen by the seed: in narration, in speech, and in how speech is reported. */
export function reworded(text: string, seed: string): string {
  const random = seededNumbers(seed)
  const oneOf = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const said: string[] = []
  const pieces = withQuestions(text).map((piece) => {
    let now = piece
    const isSpeech = piece.startsWith('“')
    for (const { pattern, others } of isSpeech ? spoken! : narrated!)
      now = now.replaceAll(pattern, (found) => oneOf([found, ...others]))
    if (isSpeech) {
      said.push(piece)
      return now
    }
    // What is said first cannot be an answer, and only a question has one.
    const earlier = said.at(-2)
    if (earlier !== undefined)
      now = now.replace(/^( )(said|asked)(?= (?:\p{Lu}|the |you\b))/u, (_, space: string, tag: string) => {
        const kind = tag === 'said' && earlier.endsWith('?”') ? 'replied' : tag
        return space + oneOf(tags[kind]!)
      })
    now = now.replaceAll(thought, (found, name: string, verb: string) => oneOf([found, `, ${verb} ${name}`]))
    return said.at(-1)?.endsWith(',”') === true && random() < 0.5 ? now.replace(reported, ' $2 $1') : now
  })
  return pieces.join('')
}

/** The speech and the narration of a text in turn. Questions have question marks and are asked. */
function withQuestions(text: string): string[] {
  const pieces = text.split(/(“[^”]*”)/)
  return pieces.map((piece, index) => {
    const [before = '', after = ''] = [pieces[index - 1], pieces[index + 1]]
    if (piece.startsWith('“')) {
      const isQuestion = asksLast(piece) && isTag(after)
      return (isQuestion ? piece.replace(/,”$/, '?”') : piece).replaceAll(
        /(?<=“|[.!?…] )([^.!?…“”]+)\.(?=[ ”])/gu,
        (sentence, words: string) => (isQuestionIn(words) ? `${words}?` : sentence),
      )
    }
    return asksLast(before) && isTag(piece)
      ? piece.replace(/^ (?:(\S+) )?said\b/, (tag) => tag.replace('said', 'asked'))
      : piece
  })
}

/** Whether the words after a speech say who spoke: `said Ines`, `she said`, `whispered Ines`. */
function isTag(after: string): boolean {
  return (
    /^ (?:\p{L}+ said\b|(?:said|asked|\p{Ll}+ed) (?:\p{Lu}|the |you\b))/u.test(after) ||
    / asked\b/.test(after.slice(0, 20))
  )
}

/** Whether the last sentence of a speech that ends with a comma is a question. */
function asksLast(speech: string): boolean {
  const last = /(?:^“|[.!?…;:] )([^.!?…;:]*),”$/u.exec(speech)?.[1]
  return last !== undefined && isQuestionIn(last)
}

/** Whether a sentence is a question by its words. A name at its end addresses a person. */
function isQuestionIn(sentence: string): boolean {
  const words = sentence.trim().replace(/, \p{Lu}\p{L}+$/u, '')
  return questions.some((pattern) => pattern.test(words))
}
