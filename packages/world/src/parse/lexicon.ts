/** The words of a language that the parser knows. `@narratoria/content` has those of English. */
export interface Lexicon {
  /** `i'll` → `i will` */
  contractions: Record<string, string>
  /** `ill`: contractions that are words of their own within a clause. */
  adjectives: string[]
  /** Words before a command that carry no meaning. */
  fillers: string[]
  /** Words behind a command of the program that carry no meaning. */
  courtesies: string[]
  /** Words that ask for something: "please". */
  pleas: string[]
  /** `yes`: what an act that asked first waits for. */
  assents: string[]
  /** `no`: leaves such an act. */
  refusals: string[]
  /** Words after a command that carry no meaning. */
  trailers: string[]
  /** Words that make a clause one that is not done. */
  negations: string[]
  /** Words that make a clause a thought, a wish or a report. */
  suppositions: string[]
  /** Words between clauses. What comes after `after` happens first. */
  connectors: Record<'then' | 'purpose' | 'and' | 'before' | 'after' | 'if', string[]>
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
  /** The words after it are the topic: "what he knows about". */
  topicMarks: string[]
  /** `would`: with a condition, a clause is only supposed. */
  modals: string[]
  /** First words of questions that ask for no act. */
  questions: string[]
  /** Words that ask for a reason or a place: `why`, `where`. */
  reasons: string[]
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
  /** `walk`: verbs of motion, whose place or direction may stand anywhere in the clause. */
  motions: string[]
  /** Verbs of one kind, by which words are compared with the choices that are offered. */
  likeVerbs: string[][]
  /** `good day`: words that begin a conversation. */
  greetings: string[]
  /** `mr`: words before the name of a person. */
  titles: string[]
  /** Words that name the same trade: a person with one of these names can be called by the others. */
  trades: string[][]
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
  /** `say`: verbs beside a quotation that say that it was said. */
  quoting: string[]
  /** `feel`: verbs with which a person is touched, and a thing is looked at. */
  touching: string[]
  /** `shoulder`: what belongs to the body of a person, or is worn on it. */
  bodyParts: string[]
  /** `pocket`: what people wear, and can put something into. */
  garments: string[]
  /** `my` → `your`: words for the player, and those with which the narrator speaks to them. */
  secondPerson: Record<string, string>
  /** `follow me`: what a person is ordered to do in order to come along. */
  follows: string[]
  /** `lead the way`: what a person is ordered to do in order to go in front. */
  leads: string[]
  /** `see`: with a question behind them, they say what the act before is for. */
  purposes: string[]
  /** `what do you mean`: questions about the words behind them, which a person has just said. */
  quotations: string[]
  /** `help`: verbs of an order to help the player. */
  helping: string[]
  /** `I have to`: the words behind them are a statement, if a person hears it. */
  duties: string[]
  /** `stay here`: what a person is ordered to do in order not to come along. */
  stays: string[]
  /** `just`: words in front of an order. */
  softeners: string[]
  /** `step aside`: orders to let the player pass. */
  passing: string[]
  /** Whole prompts that bid the person talked to go on, or only accept what was said. */
  prompts: string[]
  /** The auxiliary verb of what a person means to do: "I will get it". */
  future: string
  /** `let`: begins an order to allow something. */
  lets: string[]
  /** `may`: in front of "I", they ask for leave. */
  permissions: string[]
  /** `twice`: how often an act is done. */
  times: Record<string, number>
  /** `from`: between a noun and what says more of it: "the letter from my sister". */
  qualifiers: string[]
  /** `because`, `so that`: the words after it give a reason, a duration or a condition. */
  subordinators: string[]
  /** `to`: in front of a verb, it says what an act is for. */
  infinitives: string[]
  /** `as`: begins a comparison such as "as fast as I can", and stands twice. */
  comparisons: string[]
  /** `can`, `possible`: end a comparison such as "as fast as I can". */
  abilities: string[]
  /** `use`: verbs whose object is what another act is done with. */
  instrumental: string[]
  /** `without`: the act after it is not performed. */
  privatives: string[]
  /** `with`, `in`: begin words that say how something is done, if a noun of manner follows. */
  adverbials: string[]
  /** `behind`, `next to`: begin words that say where something is done, if something that is there follows. */
  places: string[]
  /** `round`: begin words that say where something is, whatever is there. */
  beside: string[]
  /** `for`: begins words that say how long, up to a noun of time. */
  durations: string[]
  /** `minutes`: nouns of time. */
  timeNouns: string[]
  /** `midnight`: a time of the day. */
  hours: string[]
  /** `who`, `that`: begin a clause about the noun before. */
  relatives: string[]
  /** `sit`: verbs of what is done with the body at a place or beside a person. */
  postures: string[]
  /** `bow`, `hurry`, `minutes`: nouns that say how or how long something is done. */
  mannerNouns: string[]
  /** `give`, `make`: verbs whose meaning is in a noun, as in "give it a push". */
  lightVerbs: string[]
  /** `smile`: verbs that are aimed at a person. */
  aimed: string[]
  /** `at`: between such a verb and the person. */
  aim: string
  /** `a`: in front of the noun of a light verb. */
  indefinites: string[]
  /** `ladder`: what is climbed to a place above or below. */
  ways: string[]
  /** `make my way` → `go`: phrases with the words that patterns have. */
  idioms: Record<string, string>
  /** Endings of word forms. */
  endings: {
    /** Of abstract nouns: `curiosity`. */
    abstract: string[]
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
