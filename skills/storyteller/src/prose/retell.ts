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

/** Retells a prompt in the second person. Never fails: what is no action becomes speech, a question a thought. */
export function retell(prompt: string): Retelling {
  const text = clean(prompt)
  if (text === '') return { sentence: 'You wait, and say nothing.' }
  if (machineWords.test(text))
    return { sentence: 'You speak words that belong to another world, and nothing here answers to them.' }
  const recollection = readRecollection(text)
  if (recollection !== undefined) return { sentence: `You think back to ${recollection}.`, recollection }
  const speech = /^(["“][^"”]+["”]),?\s*(?:(?:i|we)\s+(.+))?$/i.exec(text)
  if (speech) return { sentence: finish(`${speech[1]} you ${speech[2] ? toYou(speech[2]) : 'say'}`) }
  const plain = text.replace(/^(?:please|then|now|okay|ok|well|so)[,\s]+/i, '').replace(/^let(?:'s|s| me| us)\s+/i, '')
  if (plain.endsWith('?')) return { sentence: asThought(plain) }
  const own = /^(?:i|we)(?:\s+(?:want|would like|wish|'d like)\s+to)?\s+(?!am\b|are\b|was\b|were\b)(.+)$/is.exec(plain)
  if (own) return asAction(own[1]!)
  if (/^(?:i|we|i'm|i've|i'll|i'd|we're|my|our)\b/i.test(plain)) return { sentence: capitalize(finish(toYou(plain))) }
  if (directions.test(plain.replace(/[.!]+$/, ''))) return asAction(`head ${plain}`)
  const first = /^[\p{L}'-]+/u.exec(plain)?.[0].toLowerCase()
  if (
    first === undefined ||
    notVerbs.has(first) ||
    (plain.split(/\s+/).length === 1 &&
      !/^(?:wait|rest|sleep|run|listen|look|search|hide|jump|climb|fight|flee|pray|sing|dance|shout|knock|attack|enter|leave|swim|walk|sit|stand|kneel|smile|laugh|cry|drink|eat)\b/i.test(
        plain,
      ))
  )
    return {
      sentence: `“${capitalize(plain.replace(/[.]+$/, ''))},” you say, half to yourself.`.replace(/([!?]),”/, '$1”'),
    }
  return asAction(plain[0]!.toLowerCase() + plain.slice(1))
}

function asAction(words: string): Retelling {
  const action = toYou(words)
    .replace(/[.!\s]+$/, '')
    .replace(/([.!])\s+(?:you\s+)?(\p{Ll})/gu, (_, __: string, next: string) => `, then ${next}`)
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

/** Ends a sentence with a full stop unless it has an end. */
export function finish(sentence: string): string {
  return /[.!?…]["”»]?$/.test(sentence) ? sentence : `${sentence}.`
}

/** Starts a sentence with a capital. */
export function capitalize(sentence: string): string {
  return sentence.replace(/^(["“«]?)(\p{Ll})/u, (_, quote: string, letter: string) => quote + letter.toUpperCase())
}
