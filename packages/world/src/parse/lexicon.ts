/** The words of a language that the parser knows. `@narratoria/content` has those of English. */
export interface Lexicon {
  /** `i'll` → `i will` */
  contractions: Record<string, string>
  /** Words before a command that carry no meaning. */
  fillers: string[]
  /** Words behind a command of the program that carry no meaning. */
  courtesies: string[]
  /** Words after a command that carry no meaning. */
  trailers: string[]
  /** Words that make a clause one that is not done. */
  negations: string[]
  /** Words that make a clause a thought, a wish or a report. */
  suppositions: string[]
  /** Words between clauses. What comes after `after` happens first. */
  connectors: Record<'then' | 'and' | 'before' | 'after' | 'if', string[]>
  /** Words for the player as a subject: they begin a clause. */
  subjects: string[]
  /** Words for another person as a subject. */
  others: string[]
  /** `that`, `what`: a clause behind them is a part of the one before. */
  complementizers: string[]
  /** `there`: before "is", it names nothing. */
  existentials: string[]
  /** `do`, `can`: a clause that begins with them is a question. */
  inversions: string[]
  /** `did`: a question with them is about the past. */
  pasts: string[]
  /** `you`: the person whom a question is for. */
  addressees: string[]
  /** `is`, `has`: end the topic of an indirect question. */
  auxiliaries: string[]
  /** What comes behind is the topic: "what he knows about". */
  topicMarks: string[]
  /** `would`: with a condition, a clause is only supposed. */
  modals: string[]
  /** First words of questions that ask for no act. */
  questions: string[]
  /** Words that begin a question even without its mark. */
  interrogatives: string[]
  /** Ends of words for what belongs to a person: `'s`. The longer ones come first. */
  possessives: string[]
  /** Pronoun → words for such a person. */
  kinds: Record<string, string[]>
  /** Verbs of attempts: before a participle they carry no meaning. */
  attempts: string[]
  /** `order`, `want`: what a person who is here may be asked for. */
  requests: string[]
  /** `said`: a question with them is about what was said. */
  sayings: string[]
  /** `walk`: verbs with which a place or a direction anywhere in the clause is gone to. */
  motions: string[]
  /** Verbs of one kind, by which words are compared with the choices that are offered. */
  likeVerbs: string[][]
  /** `good day`: words that begin a conversation. */
  greetings: string[]
  /** `mr`: words before the name of a person. */
  titles: string[]
  /** `i promise`: a sentence that begins with them is said to a person, and is not an act. */
  speech: string[]
  /** `come on`: words beside an act that ask for nothing. */
  asides: string[]
  /** `must`: behind "you", they make a sentence one to a person. */
  urges: string[]
  /** `am`, `think`: behind "I", they make a sentence a statement. */
  statives: string[]
  /** Verbs that no act covers: they are not taken for a misspelled one that an act covers. */
  otherVerbs: string[]
  /** `follow me`: what a person is ordered to do in order to come along. */
  follows: string[]
  /** `stay here`: what a person is ordered to do in order not to come along. */
  stays: string[]
  /** `just`: words in front of an order. */
  softeners: string[]
  /** `let`: begins an order to allow something. */
  lets: string[]
  /** `may`: in front of "I", they ask for leave. */
  permissions: string[]
  /** `twice`: how often an act is done. */
  times: Record<string, number>
  /** `by the light of`: what comes behind says under which circumstances an act is done. */
  circumstances: string[]
  /** Endings of word forms. */
  endings: {
    participle: string[]
    adverb: string[]
    /** The longer ones come first. */
    plural: string[]
    /** [ending of a compared adjective, what its base form has instead] */
    comparison: string[][]
    /** [ending of a form of a verb, what its base form has instead] */
    verb: string[][]
  }
  /** Words with the ending of an adverb that name something. */
  notAdverbs: string[]
  articles: string[]
  all: string[]
  /** Words that may follow `all` without a noun: "everything I can see". */
  allTail: string[]
  /** Words inside of a noun phrase that name nothing: "the apple that is green". */
  notNouns: string[]
  both: string[]
  /** Property of a thing → words for it; `!` in front for things without it. */
  properties: Record<string, string[]>
  /** Words that may stand between the parts of a pattern: "put it back in the bag". */
  particles: string[]
  /** "everybody": all people who are present. */
  everyone: string[]
  except: string[]
  other: string[]
  one: string[]
  pronouns: Record<'you' | 'it' | 'them' | 'him' | 'her' | 'self' | 'here' | 'there' | 'contents', string[]>
  prepositions: Record<string, string[]>
  directions: Record<string, string[]>
  numbers: Record<string, string[]>
  /** Words before the number of a choice. */
  choosing: string[]
  /** Commands of the program, typed as plain words; `{argument}` is the rest. */
  commands: Record<string, string[]>
  /** Words that may follow a command: "undo that last turn". */
  commandTail: string[]
  again: string[]
  /** Irregular form → base form of a verb. */
  lemmas: Record<string, string>
  /**
   * Act, pattern and extras. A pattern has words with alternatives (`take|grab`, in parentheses where others follow), prepositions (`<with>`) and roles (`{thing}`). Extras are
   * fixed roles (`preposition=in`), or `soft` for a pattern that counts only if its things are known.
   */
  frames: string[][]
}
