import nlp from 'compromise/two'

interface Verbs {
  toInfinitive: (word: string, model: object, tense: string) => string
  conjugate: (word: string, model: object) => Record<string, string>
}

const model = nlp.model()
const { toInfinitive, conjugate } = (nlp.methods() as { two: { transform: { verb: Verbs } } }).two.transform.verb
const tenses = ['Participle', 'PastTense', 'PresentTense', 'Gerund'] as const

/** The infinitive of a form of a verb: `stolen` → `steal`, `persuades` → `persuade`. `undefined` for what is none. */
export function infinitiveOf(form: string): string | undefined {
  const word = form.toLowerCase()
  // The tagger does not know what "oiled" comes from.
  const regular = [word.replace(/e?d$/, ''), word.replace(/d$/, ''), word.replace(/ing$/, ''), word.replace(/s$/, '')]
  return [...tenses.map((tense) => toInfinitive(word, model, tense)), ...regular].find(
    (each) => each !== word && Object.values(conjugate(each, model)).includes(word),
  )
}

/** The gerund of a verb: `steal` → `stealing`. */
export function gerundOf(verb: string): string {
  return conjugate(verb, model)['Gerund'] ?? `${verb}ing`
}

/** Whether a word behind "to" or "must" is a verb: "varnish", which the tagger takes for a noun, but not "it". */
export function isVerbBehindTo(word: string): boolean {
  const isWordOfForm = '(#Determiner|#Pronoun|#Preposition|#Conjunction|#Adverb|#Negative|#Value)'
  return /^\p{Ll}{2,}$/u.test(word) && !nlp(`you ${word} the man`).match(`you ${isWordOfForm} the`).found
}

/** Whether a word is an infinitive. */
export function isInfinitive(word: string): boolean {
  return /^\p{L}{2,}$/u.test(word) && nlp(`I will ${word} the man`).match('will #Infinitive the').found
}

/** A verb behind `you`: `sails` → `sail`, `carries` → `carry`. */
export function withYou(verb: string): string {
  const irregular: Record<string, string> = { is: 'are', was: 'were', has: 'have' }
  return irregular[verb] ?? plainForm(verb)
}

/** A verb in the present without the ending of the third person. */
export function plainForm(word: string): string {
  if (!/[a-z]s$/.test(word) || /(?:ss|was)$/.test(word)) return word
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|zz|o)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}
