import { isKnownVerb } from './past-tense.ts'
import { toYou } from './person.ts'
import { isQuestion, tellQuestion } from './question.ts'
import { asSpeech, tellQuoted } from './speech.ts'
import { withArticles } from './terse-command.ts'
import { capitalize, clean, finish, splitSayings, withoutQuotes } from './text.ts'

/** A player's words as the story tells them. */
export interface Retelling {
  /** What the player does, after "you": `light the torch`; undefined where the words are no action. */
  action?: string
  /** One sentence or several. */
  sentence: string
  /** What the player tries to remember, when the words ask for that. */
  recollection?: string
  /** What is to be remembered from now on, when the words ask for that. */
  noted?: string
}

const notVerbs = new Set(
  `a an the this that these those my your his her its our their he she it they you there here who what where when why how which whose
   is are am was were be been do does did can could shall should will would may might must has have had if because but and or so
   yes no yeah nope ok okay hello hi hey greetings thanks thank sorry oh ah hm hmm wow well maybe perhaps not nothing everything
   one two three some any all every each in on at of for with without from by as sure
   according after although before below beneath behind between despite during meanwhile once since someday somewhere suddenly though
   today tomorrow tonight under unless until upon while yesterday`.split(/\s+/),
)
const directions =
  /^(?:north|south|east|west|northeast|northwest|southeast|southwest|up|down|inside|outside|back|forward|left|right)$/i
const machineWords =
  /(?:^|\s)(?:sudo|rm\s+-|chmod|curl|wget|bash|powershell|exec|system\()|(?:^|\s)\/(?:bin|usr|etc|dev|tmp|var|home)\b|<\/?script|\bDROP\s+TABLE\b/i

/** What players of text adventures type for short. */
const shorthand = new Map(
  Object.entries({
    n: 'north',
    s: 'south',
    e: 'east',
    w: 'west',
    ne: 'northeast',
    nw: 'northwest',
    se: 'southeast',
    sw: 'southwest',
    u: 'up',
    d: 'down',
    l: 'look around',
    i: 'go through what I carry',
    inv: 'go through what I carry',
    inventory: 'go through what I carry',
    z: 'wait',
  }),
)

const calling =
  /^(?:hello|hallo|hi|hey|greetings|good\s+(?:day|morning|evening|night)|is\s+any(?:one|body)\b|who(?:['’]s|\s+is)\s+there)(?!\p{L})/iu
const intransitive =
  /^(?:wait|rest|sleep|run|listen|look|search|hide|jump|climb|fight|flee|pray|sing|dance|shout|knock|attack|enter|leave|swim|walk|sit|stand|kneel|smile|laugh|cry|drink|eat|bow|continue|crouch|dodge|duck|nod|proceed|return|scream|stay|think|wave|whistle|yell)\b/i
const english = /\b(?:i|my|me|we|the|a|an|to|in|on|at|with|and|of|for|it|is|up|from|into|out|down|through|around)\b/i
const modal = String.raw`(?:am|are|was|were|will|would|can|could|should|shall|may|might|must|do|did|have|had|ca|wo)(?:n['’]t|not)?\b|don['’]t\b|didn['’]t\b`
const ownAction = new RegExp(
  String.raw`^(?:i|we)(?:\s+(?:want|would like|wish)\s+to(?!\s+(?:know|understand|learn|be|have)\b)(?!.*\b(?:so|but|because|and)\s+(?:i|we)\b)|['’]d like to)?\s+(?!${modal})(.+)$`,
  'is',
)
const adverb = String.raw`(?!(?:beverly|billy|emily|holly|kelly|kimberly|lily|molly|polly|sally|willy)\b)\p{L}+ly`
/** Words before a sentence's own "I": "tomorrow I leave", "instead of waiting, I knock". */
const leading = new RegExp(
  String.raw`^(?:before|after(?:wards)?|instead|rather|without|if|when(?:ever)?|while|as|once|until|unless|since|because|(?:al)?though|despite|during|tomorrow|today|yesterday|tonight|later|soon|first|next|finally|suddenly|meanwhile|with|by|at|in|on|from|to|for|under|behind|${adverb})\b.*?\b(?:i|we)\s+\p{L}`,
  'iu',
)
/** What somebody does while the player does something, too: "the door is open, so I go in", "Mara and I walk on". */
const together =
  /^(?:\p{Lu}\p{Ll}+\s+and\s+(?:[Ii]|we)\s|(?:(?:[Tt]he|[Aa]n?|[Tt]his|[Tt]hat|[Hh]is|[Hh]er|[Tt]heir|[Ss]omeone|[Ss]omebody|[Ee]veryone|[Nn]obody|[Ss]?[Hh]e|[Ii]t|[Tt]hey|[Tt]here)\s|\p{Lu}\p{Ll}+\s+\p{Ll}+(?:(?<!s)s|ed)\s).*?\b(?:and|but|so|while|as|when|until|before|after|because|then)\s+(?:[Ii]|we)\s+\p{L})/u
/** How a command is done, before it: "slowly, open the chest". */
const manner = new RegExp(String.raw`^(${adverb}|first|next|then|instead),\s+(?=\S)`, 'iu')
/** What somebody is asked for. */
const asksLeave =
  /^(?:may|might)\s+(?:i|we)\s|^(?:can|could)\s+(?:i|we)\s+(?:please\s+)?(?:have|borrow)\s+(?!a\s+(?:\w+\s+)?(?:look|rest|seat|try)\b)/i
/** What is said of somebody else: "gold is heavy", "Mara lights the torch". */
const ofOthers =
  /^\S+\s+(?:is|are|was|were|has|had|will|would|can|could|should|must|says|said)\b|^\p{Lu}\p{Ll}+\s+\p{Ll}+(?:(?<!s)s|ed)\s/u

type Rule = (text: string) => Retelling | undefined

// The first rule that knows what to make of the words decides.
const rules: Rule[] = [
  (text) => (/[\p{L}\p{N}]/u.test(text) ? undefined : tellSigns(text)),
  (text) =>
    machineWords.test(text)
      ? { sentence: 'You speak words that belong to another world, and nothing here answers to them.' }
      : undefined,
  (text) => {
    const recollection = readRecollection(text)
    return recollection === undefined ? undefined : { sentence: `You think back to ${recollection}.`, recollection }
  },
  (text) => {
    const [, fact] =
      /^(?:please\s+)?(?:remember|memori[sz]e|don['’]?t\s+forget|never\s+forget|keep\s+in\s+mind|note)(?:\s+that|\s*:)\s+(.+[^?\s])$/is.exec(
        text,
      ) ?? []
    return fact === undefined ? undefined : { sentence: finish(`You commit it to memory: ${toYou(fact)}`), noted: fact }
  },
  tellQuoted,
  (text) => (isAddressed(text) ? asSpeech(text, 'you say') : undefined),
  (text) => (asksLeave.test(text) ? asSpeech(text.replace(/[?.!\s]*$/, '?'), 'you ask') : undefined),
  (text) => (calling.test(text) ? asSpeech(text, 'you call') : undefined),
  (text) => (isQuestion(text) ? tellQuestion(text) : undefined),
  (text) => {
    const asked = /^(?:can|could|will|would)\s+you\s+(?:please\s+)?(.+)$/is.exec(text)?.[1]
    if (asked !== undefined) return asAction(asked.replace(/\s+for\s+(?:me|us)(?=[?.!\s]*$)/i, '').replace(/\?+$/, ''))
    const own = (ownAction.exec(text) ?? /^you\s+(.+)$/is.exec(text))?.[1]
    return own === undefined ? undefined : asAction(own)
  },
  (text) =>
    /^(?:i|we|i['’](?:m|ve|ll|d)|we['’](?:re|ve|ll|d)|my|our)\b/i.test(text) ||
    leading.test(withoutQuotes(text)) ||
    (together.test(withoutQuotes(text)) && !/\byou\b/i.test(text))
      ? { sentence: tellPlainly(text) }
      : undefined,
  (text) => (directions.test(text.replace(/[.!]+$/, '')) ? asAction(`head ${text}`) : undefined),
  (text) => {
    const [before, how] = manner.exec(text) ?? []
    const command = before === undefined ? '' : text.slice(before.length)
    return isCommand(command) ? asAction(`${how!.toLowerCase()} ${command}`) : undefined
  },
  (text) =>
    isCommand(text)
      ? asAction(withArticles(text[0]!.toLowerCase() + text.slice(1)).replace(/^forget\s+(?!to\b)/, 'try to forget '))
      : undefined,
]

/** Retells a prompt in the second person. Never fails: what is no action becomes speech, a question a thought. */
export function retell(prompt: string): Retelling {
  const text = prepare(prompt)
  const [first = '', ...rest] = splitSayings(text)
  const begun = rest.length === 0 ? undefined : readSentence(first)
  if (begun !== undefined && isQuestion(first)) {
    const after = rest.map((saying) => (readSentence(saying) ?? asSpeech(saying)).sentence)
    return { sentence: [begun.sentence, ...after].join(' ') }
  }
  if (begun?.action === undefined) {
    const whole = readSentence(text)
    if (whole !== undefined || !rest.some((saying) => /^(?:i|we)\b/i.test(saying))) return whole ?? asSpeech(text)
    return { sentence: [first, ...rest].map((saying) => (readSentence(saying) ?? asSpeech(saying)).sentence).join(' ') }
  }
  // Deeds follow each other in one sentence; from the first that is none, each has its own.
  const deeds = [begun.action]
  const told: string[] = []
  for (const saying of rest) {
    const read = readSentence(saying)
    if (read?.action !== undefined && told.length === 0) deeds.push(read.action)
    else told.push(read?.sentence ?? tellPlainly(saying))
  }
  const action = deeds.join(', then ')
  return { action, sentence: [finish(`You ${action}`), ...told].join(' ') }
}

function readSentence(text: string): Retelling | undefined {
  for (const rule of rules) {
    const told = rule(text)
    if (told) return told
  }
  return undefined
}

/** The words without what says nothing: stage directions' stars, shouting, "please". */
function prepare(prompt: string): string {
  const staged = /^\s*\*\s*(\p{L}+)(?<!ss)(\s[^*]+)?\*\s*$/u.exec(prompt)
  const text = clean(staged ? `${withoutEnding(staged[1]!)}${staged[2] ?? ''}` : prompt)
  const lowered = /\p{Ll}/u.test(text) || !/\p{Lu}{2}/u.test(text) ? text : text.toLowerCase()
  const bare = withoutPlease(withApostrophes(lowered))
    .replace(/^(?:then|now|okay|ok|well|so)[,\s]+(?=\S)/i, '')
    .replace(/^let(?:['’]s| us)\s+not\s+/i, 'I do not ')
    .replace(/^do\s+not\s+/i, "don't ")
    .replace(/^let(?:['’]s| us| me)\s+/i, (found, _, whole: string) => (setFree.test(whole) ? found : 'I '))
    .replace(/^x\s+(?=\p{L})(?!marks\b)/iu, 'examine ')
  return shorthand.get(bare.toLowerCase().replace(/[.!]+$/, '')) ?? bare
}

const apostrophes = new Map(
  Object.entries({
    arent: "aren't",
    cant: "can't",
    couldnt: "couldn't",
    didnt: "didn't",
    doesnt: "doesn't",
    dont: "don't",
    hows: "how's",
    im: "I'm",
    isnt: "isn't",
    ive: "I've",
    lets: "let's",
    shouldnt: "shouldn't",
    thats: "that's",
    wasnt: "wasn't",
    whats: "what's",
    wheres: "where's",
    whos: "who's",
    wont: "won't",
    wouldnt: "wouldn't",
  }),
)

/** The apostrophes that fast typists leave out. */
function withApostrophes(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => apostrophes.get(word) ?? word)
}

/** "Could I please sit down?" is, as a deed, "I sit down"; whom something is asked of keeps hearing it as a question. */
function withoutPlease(text: string): string {
  const bare = text.replace(/^(?:please|kindly)[,\s]+(?=\S)/i, '').replace(/,?\s+please(?=[?.!\s]*$)/i, '')
  const polite = /^(?:can|could)\s+(?:i|we)\s+(?:please\s+)?(.+?)[?.!\s]*$/is.exec(bare)?.[1]
  if (polite === undefined || asksLeave.test(bare) || !/\bplease\b/i.test(text)) return bare
  return `I ${polite}`
}

/** `lights` is, of oneself, `light`. */
function withoutEnding(verb: string): string {
  if (!/s$/i.test(verb)) return verb
  return verb
    .replace(/ies$/i, 'y')
    .replace(/(?<=ch|sh|ss|x|o)es$/i, '')
    .replace(/(?<!s)s$/i, '')
}

function tellSigns(text: string): Retelling {
  if (/\p{Extended_Pictographic}/u.test(text)) return { sentence: `Without a word you show what you mean: ${text}.` }
  if (text.includes('?')) return { sentence: 'You look about you, and wonder.' }
  return { sentence: 'You wait, and say nothing.' }
}

const setFree = /^let\s+(?:me|us)\s+(?:alone|be|go|in|live|out|pass|through)\b/i

/** "Mara, come with me!" and "help me" are said to somebody. */
function isAddressed(text: string): boolean {
  const [, verb] = /^(\p{L}+)\s+(?:(?:after|at|for|to|with)\s+)?(?:me|us)\b/iu.exec(text) ?? []
  // "Don't worry, Tom", "let me go".
  if (/,\s\p{Lu}\p{Ll}+[.!]*$/u.test(text) && !/^(?:i|we|you|my|our)\b/i.test(text)) return true
  if (setFree.test(text)) return true
  const called = /^\p{Lu}\p{L}+,\s/u.test(text) && !manner.test(text) && !leading.test(withoutQuotes(text))
  return called || (verb !== undefined && !/^(?:i|we|you|let)$/i.test(verb) && isWord(verb))
}

function isWord(first: string): boolean {
  return !notVerbs.has(first.toLowerCase())
}

/** An order to oneself, as players write them: "open the door". */
function isCommand(text: string): boolean {
  // "Never mind", and what an adverb begins: "slowly the door opens".
  if (
    /^never\s+mind\b|^\p{L}+ly,?\s+(?:the|an?|my|our|your|his|her|its|their|this|that|there|it|he|she|they|you)\s/iu.test(
      text,
    )
  )
    return false
  const first = /^[\p{L}'’-]+(?=[\s,.!…]|$)/u.exec(text)?.[0]
  if (first === undefined || !isWord(first)) return false
  if (isKnownVerb(first)) return text.includes(' ') || intransitive.test(text)
  if (ofOthers.test(text)) return false
  // Another language cannot be put into the second person from here.
  if (/[^\p{ASCII}“”‘’…–—]/u.test(text) && !english.test(text)) return false
  if (/['’]/.test(first) && !/n['’]t$/i.test(first)) return false
  return text.includes(' ') || intransitive.test(text)
}

function asAction(words: string): Retelling {
  const action = toYou(words).replace(/[.!\s]+$/, '')
  return { action, sentence: finish(`You ${action}`) }
}

function tellPlainly(text: string): string {
  return splitSayings(text)
    .map((saying) => capitalize(finish(toYou(saying))))
    .join(' ')
}

function readRecollection(text: string): string | undefined {
  const bare = text.replace(/[?.!\s]+$/, '')
  const about =
    /\b(?:what\s+(?:happened|became)|remind\s+me|what\s+do\s+(?:i|we)\s+(?:know|remember|recall))\b[\s,]*(?:with|to|of|about|at|in|between\s+me\s+and)\s+(.+)$/i.exec(
      bare,
    )?.[1] ??
    /^(?:do\s+i|i(?:\s+try\s+to)?|try\s+to)\s+(?:remember|recall|think\s+back\s+to)\s+(?:about\s+)?(?!to\s|that\s)(.+)$/i.exec(
      bare,
    )?.[1] ??
    /^what\s+do\s+you\s+(?:remember|recall)\s+(?:of|about)\s+(.+)$/i.exec(bare)?.[1]
  if (about) return toYou(about)
  if (/\bwhat\s+(?:has\s+)?happened\b|^what\s+do\s+(?:i|we|you)\s+(?:remember|recall)$/i.test(bare))
    return 'what came before'
  return undefined
}
