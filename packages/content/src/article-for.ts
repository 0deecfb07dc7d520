import phrasesData from '../phrases/en.json' with { type: 'json' }

const takesAn = new RegExp(phrasesData['article.an.pattern'][0]!, 'i')

/** The indefinite article before a name: `an` owl, `a` university. */
export function articleFor(name: string): 'a' | 'an' {
  return takesAn.test(name) ? 'an' : 'a'
}
