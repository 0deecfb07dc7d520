import type { Act } from '../model/act.ts'
import type { Lexicon } from './lexicon.ts'
import type { ParseContext } from './parse.ts'
import type { Parsed } from './parsed.ts'

/** Reads a prompt that as a whole is a command of the program, a choice or "again". */
export function readWhole(
  plain: string,
  given: Pick<ParseContext, 'state' | 'lexicon' | 'choices' | 'possible'>,
): ((text: string) => Partial<Parsed>) | undefined {
  const { state, lexicon } = given
  const [first = '', ...others] = plain.split(' ')
  const bare = lexicon.fillers.find((filler) => plain.startsWith(`${filler} `))
  const polite = lexicon.courtesies.find((each) => plain.endsWith(` ${each}`))
  if (polite !== undefined) return readWhole(plain.slice(0, -polite.length - 1), given)
  const inner = bare === undefined ? undefined : readWhole(plain.slice(bare.length + 1), given)
  if (inner) return inner
  for (const [name, phrases] of Object.entries(lexicon.commands))
    if (
      phrases.includes(plain) ||
      (phrases.includes(first) && others.length < 7 && others.every((word) => lexicon.commandTail.includes(word)))
    )
      return () => ({ command: { name } })
  const named = commandWithArgument(plain, lexicon)
  if (named) return () => ({ command: named })
  const isChosen = (choice: string) => normalize(choice) === plain
  const chosen = given.possible?.some(isChosen) === false ? -1 : (given.choices ?? []).findIndex(isChosen)
  if (chosen >= 0) return () => ({ choice: chosen + 1 })
  const number = numberOf(withoutChoosing(plain, lexicon), lexicon)
  const answers = state.focus?.pending !== undefined && (!/^\d+$/.test(plain) || (given.choices ?? []).length === 0)
  if (number > 0 && !answers) return () => ({ choice: number })
  const { last } = state.focus ?? {}
  if (isAgain(plain, lexicon) && last)
    return (text) => ({ acts: [{ act: last as unknown as Act, start: 0, end: text.length }] })
  return undefined
}

// "save as {argument}"
function commandWithArgument(plain: string, { commands }: Lexicon): Parsed['command'] {
  for (const [name, phrases] of Object.entries(commands))
    for (const phrase of phrases) {
      const [before = '', behind] = phrase.split('{argument}')
      if (behind === undefined || !plain.startsWith(before) || plain.length === before.length) continue
      return { name, argument: plain.slice(before.length) }
    }
  return undefined
}

// "Once more please, do that again"
function isAgain(plain: string, lexicon: Lexicon): boolean {
  if (lexicon.again.includes(plain)) return true
  return [...lexicon.again, ...lexicon.courtesies].some(
    (phrase) => plain.startsWith(`${phrase} `) && isAgain(plain.slice(phrase.length + 1), lexicon),
  )
}

// "I choose number two"
function withoutChoosing(plain: string, { choosing }: Lexicon): string {
  const phrase = choosing.find((each) => plain.startsWith(`${each} `))
  return phrase === undefined ? plain : plain.slice(phrase.length + 1)
}

/** A number in words or digits; 0 for none. */
export function numberOf(plain: string, { numbers }: Lexicon): number {
  return Number(Object.entries(numbers).find(([, phrases]) => phrases.includes(plain))?.[0] ?? 0)
}

/** Lower case, straight apostrophes, without marks. */
export function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[.,;:!)("“”]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<=.) ?\?$/, '')
}
