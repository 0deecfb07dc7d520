/** A player's words as the story tells them. */
export interface Retelling {
  /** What the player does, after "you": `light the torch`; undefined where the words are no action. */
  action?: string
  /** A whole sentence. */
  sentence: string
  /** What the player tries to remember, when the words ask for that. */
  recollection?: string
}

const longest = 220

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
const notVerbs = new Set(
  `a an the this that these those my your his her its our their he she it they you there here who what where when why how which whose
   is are am was were be been do does did can could shall should will would may might must has have had if because but and or so
   yes no yeah nope ok okay hello hi hey greetings thanks thank sorry oh ah hm hmm wow well maybe perhaps not nothing everything
   one two three some any all every each in on at of for with without from by as`.split(/\s+/),
)
const directions =
  /^(?:north|south|east|west|northeast|northwest|southeast|southwest|up|down|inside|outside|back|forward|left|right)$/i
const machineWords =
  /(?:^|\s)(?:sudo|rm\s+-|chmod|curl|wget|bash|powershell|exec|system\()|(?:^|\s)\/(?:bin|usr|etc|dev|tmp|var|home)\b|<\/?script|\bDROP\s+TABLE\b/i

const calling =
  /^(?:hello|hallo|hi|hey|greetings|good\s+(?:day|morning|evening|night)|is\s+any(?:one|body)\b|who(?:['’]s|\s+is)\s+there)(?!\p{L})/iu
const intransitive =
  /^(?:wait|rest|sleep|run|listen|look|search|hide|jump|climb|fight|flee|pray|sing|dance|shout|knock|attack|enter|leave|swim|walk|sit|stand|kneel|smile|laugh|cry|drink|eat)\b/i
const english = /\b(?:i|my|me|we|the|a|an|to|in|on|at|with|and|of|for|it|is|up|from|into|out|down|through|around)\b/i
const modal = String.raw`(?:am|are|was|were|will|would|can|could|should|shall|may|might|must|do|did|have|had|ca|wo)(?:n['’]t|not)?\b|don['’]t\b|didn['’]t\b`
const ownAction = new RegExp(
  String.raw`^(?:i|we)(?:\s+(?:want|would like|wish)\s+to|['’]d like to)?\s+(?!${modal})(.+)$`,
  'is',
)

type Rule = (text: string) => Retelling | undefined

// The first rule that knows what to make of the words decides.
const rules: Rule[] = [
  (text) => (text === '' ? { sentence: 'You wait, and say nothing.' } : undefined),
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
      /^(?:please\s+)?(?:remember|memori[sz]e|don['’]?t\s+forget|never\s+forget|keep\s+in\s+mind|note)(?:\s+that|\s*:)\s+(.+)$/is.exec(
        text,
      ) ?? []
    return fact === undefined ? undefined : { sentence: finish(`You commit it to memory: ${toYou(fact)}`) }
  },
  (text) => {
    const [, quoted, rest] = /^(["“][^"”]+["”]),?\s*(?:(?:i|we)\s+(.+))?$/i.exec(text) ?? []
    return quoted === undefined ? undefined : { sentence: finish(`${quoted} you ${rest ? toYou(rest) : 'say'}`) }
  },
  (text) => (isAddressed(text) ? asSpeech(text, 'you say') : undefined),
  (text) => (calling.test(text) ? asSpeech(text, 'you call') : undefined),
  (text) => (text.endsWith('?') ? { sentence: asThought(text) } : undefined),
  (text) => {
    const [, own] =
      ownAction.exec(text) ??
      /^you\s+(.+)$/is.exec(text) ??
      /^(?:can|could|would|will)\s+you\s+(?:please\s+)?(.+)$/is.exec(text) ??
      []
    return own === undefined ? undefined : asAction(own)
  },
  (text) =>
    /^(?:i|we|i['’](?:m|ve|ll|d)|we['’](?:re|ve|ll|d)|my|our)\b/i.test(text)
      ? { sentence: capitalize(finish(toYou(text))) }
      : undefined,
  (text) => (directions.test(text.replace(/[.!]+$/, '')) ? asAction(`head ${text}`) : undefined),
  (text) => (isCommand(text) ? asAction(text[0]!.toLowerCase() + text.slice(1)) : undefined),
]

/** Retells a prompt in the second person. Never fails: what is no action becomes speech, a question a thought. */
export function retell(prompt: string): Retelling {
  const text = clean(prompt)
    .replace(/^(?:please|then|now|okay|ok|well|so)[,\s]+/i, '')
    .replace(/^let(?:['’]s|s| me| us)\s+/i, '')
  for (const rule of rules) {
    const told = rule(text)
    if (told) return told
  }
  return asSpeech(text)
}

/** "Mara, come with me!" and "help me" are said to somebody. */
function isAddressed(text: string): boolean {
  return (
    /^\p{Lu}\p{L}+,\s/u.test(text) ||
    /^(?:help|save|tell|give|show|follow|leave|forgive|trust|believe)\s+(?:me|us)\b/i.test(text)
  )
}

/** An order to oneself, as players write them: "open the door". */
function isCommand(text: string): boolean {
  const first = /^[\p{L}'’-]+/u.exec(text)?.[0].toLowerCase()
  if (first === undefined || notVerbs.has(first)) return false
  // Another language cannot be put into the second person from here.
  if (/[^\p{ASCII}“”‘’…–—]/u.test(text) && !english.test(text)) return false
  return text.includes(' ') || intransitive.test(text)
}

function asSpeech(text: string, said = 'you say, half to yourself'): Retelling {
  const words = capitalize(text.replace(/[.]+$/, ''))
  return { sentence: `“${words},” ${said}.`.replace(/([!?]),”/, '$1”') }
}

function asAction(words: string): Retelling {
  const action = toYou(words)
    .replace(/[.!\s]+$/, '')
    .replace(/[.!]+\s+(?:then,?\s+)?(?:you\s+)?(?=\p{L})/giu, ', then ')
    .replace(/(?<=, then )(?:The|An?|It|He|She|They|This|That|There|My|Your|His|Her|Our|And|But|So)\b/g, (word) =>
      word.toLowerCase(),
    )
  return { action, sentence: finish(`You ${action}`) }
}

function asThought(question: string): string {
  const inner = toYou(question).replace(/\?+$/, '')
  const can = /^(can|could|may|should|must|do|did|am|are|will)\s+you\s+(.+)$/i.exec(inner)
  if (can) {
    const verb = can[1]!.toLowerCase()
    return `You ask yourself whether you ${verb === 'do' || verb === 'did' ? '' : `${verb === 'am' ? 'are' : verb} `}${can[2]}.`
  }
  return `You ask yourself: ${inner[0]!.toLowerCase()}${inner.slice(1)}?`
}

function readRecollection(text: string): string | undefined {
  const bare = text.replace(/[?.!\s]+$/, '')
  const about =
    /\b(?:what\s+(?:happened|became)|remind\s+me|what\s+do\s+(?:i|we)\s+(?:know|remember|recall))\b[\s,]*(?:with|to|of|about|at|in|between\s+me\s+and)\s+(.+)$/i.exec(
      bare,
    )?.[1] ??
    /^(?:do\s+i|i(?:\s+try\s+to)?|try\s+to)\s+(?:remember|recall|think\s+back\s+to)\s+(?:about\s+)?(?!to\s|that\s)(.+)$/i.exec(
      bare,
    )?.[1]
  if (about) return toYou(about)
  if (/\bwhat\s+(?:has\s+)?happened\b/i.test(bare)) return 'what came before'
  return undefined
}

/** Turns the first person into the second, outside quoted speech. */
export function toYou(text: string): string {
  return text
    .split(/(["“][^"”]*["”])/)
    .map((part, at) => (at % 2 === 1 ? part : swapPerson(part)))
    .join('')
}

function swapPerson(text: string): string {
  return text
    .replace(
      /\b(I|we) (am|was)\b/gi,
      (_, __: string, verb: string) => `you ${verb.toLowerCase() === 'am' ? 'are' : 'were'}`,
    )
    .replace(/\b(?:am|was) I\b/gi, (found) => (/^am/i.test(found) ? 'are you' : 'were you'))
    .replace(/[\p{L}]+(?:['’](?:m|ve|ll|d|re))?/gu, (word) => person[word.toLowerCase().replace('’', "'")] ?? word)
}

/** One line of readable text, at most a few sentences. */
export function clean(text: string, most = longest): string {
  const line = text
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[*_`#<>[\]{}|\\]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '))
  if (end > most / 3) return cut.slice(0, end + 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).replace(/[\s,;:]+$/, '')} …`
}

/** Makes one sentence of several, without its stop, so that it can stand inside another. */
export function oneSentence(text: string): string {
  return text.replace(/[.!?…]+(["”»]?)\s+(?=\S)/gu, '$1; ').replace(/[.!\s]+$/, '')
}

/** Ends a sentence with a full stop unless it has an end. */
export function finish(sentence: string): string {
  return /[.!?…]["”»]?$/.test(sentence) ? sentence : `${sentence}.`
}

/** Starts a sentence with a capital. */
export function capitalize(sentence: string): string {
  return sentence.replace(/^(["“«]?)(\p{Ll})/u, (_, quote: string, letter: string) => quote + letter.toUpperCase())
}
