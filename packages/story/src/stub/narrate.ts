import nlp from 'compromise/three'

// The library has a wrong past tense of these.
const irregulars = Object.fromEntries(
  'quarrel quarrelled|marvel marvelled|skip skipped|whip whipped|star starred|lean leaned|row rowed|loot looted|sneak sneaked'
    .split('|')
    .map((verb) => verb.split(' '))
    .map(([base, pastTense]) => [base, { pastTense, gerund: pastTense!.replace(/ed$/, 'ing') }]),
)
// The declaration of the plugin lacks the option.
nlp.extend({ irregulars } as object)

/** Words that a wish or a purpose begins with, which are not part of what happens. */
const openings =
  /^(?:(?:in )?this scene,?\s+|the scene (?:in which|where)\s+|a scene (?:in which|where)\s+|have it that\s+|please,?\s+|(?:i want|i wish|i would like|i'd like)(?: that)?\s+)/i

/**
 * A purpose such as `Ines finds the letter.` or a wish such as `let Tomas arrive drunk` as a sentence of a story in the past tense.
 * Returns undefined for a text that names nothing that happens, such as `more colour`.
 */
export function narrate(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(openings, '')
    .replace(/[.!?…]+$/, '')
  const said = /^(?:let|make|have)\s+(.+)$/i.exec(bare)?.[1]
  const clause = said === undefined ? bare : withVerb(said)
  const doc = nlp(clause.replace(/\b(?:should|shall|will|is going to|are going to|must|may)\s+(?=\p{Ll})/gu, ''))
  retag(doc)
  if (!doc.has('#Verb') || /^(?:more|less|with|without|in|as)\b/i.test(clause)) return undefined
  // An order to the writer, such as `describe the room`, is nothing that happens.
  if (
    doc.sentences().isQuestion().found ||
    /^(?:describe|add|use|remove|shorten|rewrite|write|keep|avoid)\b/i.test(clause)
  )
    return undefined
  if (doc.verbs().length > 0) doc.sentences().toPastTense()
  const past = doc
    .text()
    .trim()
    .replaceAll(/(?<![\p{L}’'-])(is|are|has)(?![\p{L}’'-])/gu, (_, verb: string) => pastOf[verb]!)
  if (past === '') return undefined
  const sentence = past.charAt(0).toUpperCase() + past.slice(1)
  return `${sentence.replaceAll(/(\p{L})'(\p{L})/gu, '$1’$2')}.`
}

// What the tagger leaves in the present, such as `is murdered`.
const pastOf: Record<string, string> = { is: 'was', are: 'were', has: 'had' }

/** Corrects nouns that the tagger takes for verbs, and verbs that it takes for nouns. */
function retag(doc: ReturnType<typeof nlp>): void {
  // "throws the brass key": a second noun, where the clause has its verb.
  doc.match('#Verb (#Determiner|#Possessive) #Adjective? #Noun [#Infinitive]', 0).tag('Noun')
  if (doc.has('#Verb')) return
  // "Clara quarrels with Piet", "Clara and Ivo dance", "the lamp breaks"
  doc.match('^(#ProperNoun|#Person)+ and (#ProperNoun|#Person)+ [#Singular]', 0).tag('Infinitive')
  doc.match('^(the|a|an|his|her|their)? (#ProperNoun|#Person|#Singular)+ [#Plural]', 0).tag('PresentTense')
}

/** `Tomas arrive drunk` as `Tomas arrives drunk`. */
function withVerb(clause: string): string {
  const words = clause.split(' ')
  const at = words.findIndex(
    (word, index) => index > 0 && /^\p{Ll}/u.test(word) && nlp(`to ${word}`).has('to #Infinitive'),
  )
  if (at < 0) return clause
  const verb = nlp(words[at]!)
  verb.tag('Verb')
  const past = verb.verbs().conjugate() as { PastTense?: string }[]
  return [...words.slice(0, at), past[0]?.PastTense ?? words[at]!, ...words.slice(at + 1)].join(' ')
}

/** A short title for what happens: its last noun phrase that names no person. Undefined if it has none. */
export function titleOf(text: string, people: readonly string[]): string | undefined {
  const nouns = (nlp(text).nouns().out('array') as string[]).map((noun) => noun.replace(/[.,!?;]+$/, '').trim())
  const fitting = nouns.filter(
    (noun) =>
      noun !== '' &&
      noun.split(' ').length <= 5 &&
      /^(?:the|an?|his|her|their|its|some|two|three)\s+\p{L}{2}|^\p{Lu}\p{L}{2}/iu.test(noun) &&
      !/^(?:\p{Lu}\p{L}* )?(?:somebody|someone|nobody|everyone|everybody)/iu.test(noun) &&
      !people.some((name) => noun.includes(name)),
  )
  return fitting.at(-1)
}
