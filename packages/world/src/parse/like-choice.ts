import type { Lexicon } from './lexicon.ts'
import { lemmaOf, type Token, tokenize } from './tokens.ts'

/** The number of the offered choice that some words mean: a verb of the same kind, and a word of what it is done to. */
export function likeChoice(tokens: readonly Token[], choices: readonly string[], lexicon: Lexicon): number | undefined {
  const said = wordsOf(tokens, lexicon)
  const pronouns = [...lexicon.pronouns.him, ...lexicon.pronouns.her]
  const fits = choices.map((choice) => {
    const [verb = '', ...words] = wordsOf(tokenize(choice, lexicon), lexicon)
    const kinds = lexicon.likeVerbs.filter((kind) => kind.includes(verb))
    const isLike = kinds.some((kind) => said.some((word, at) => at < 2 && kind.includes(word)))
    const named = words.filter((word) => word.length > 2 && said.includes(word)).length
    // "Sneak past him"
    return isLike ? Math.max(named, said.some((word) => pronouns.includes(word)) ? 0.5 : 0) : 0
  })
  const best = Math.max(0, ...fits)
  return best > 0 && fits.filter((each) => each === best).length === 1 ? fits.indexOf(best) + 1 : undefined
}

function wordsOf(tokens: readonly Token[], lexicon: Lexicon): string[] {
  const isVerb = (word: string) => lexicon.likeVerbs.some((kind) => kind.includes(word))
  return tokens
    .filter(({ kind, text }) => kind === 'word' && !lexicon.articles.includes(text) && !lexicon.fillers.includes(text))
    .map(({ text }) => lemmaOf(text, lexicon, isVerb))
}
