import en from './en.json' with { type: 'json' }

/** The roll that a prompt describes. */
export interface RequestedRoll {
  /** Dice notations in their order. */
  formulas: string[]
  /** The task that the roll decides. */
  task?: string
  /** The total that succeeds. */
  difficulty?: number
  advantage?: 'advantage' | 'disadvantage'
  /** Number of repetitions. Defaults to 1. */
  times?: number
}

const numbers = new Map(Object.entries<number>(en.numbers))
const sides = new Map(Object.entries<number>(en.sides))
const numberWords = [...numbers.keys()].join('|')

// A formula: a die or a group in brackets, its modifiers, and operators with more terms.
const die = String.raw`\d*d(?:\d+|%|f(?:\.[12])?)`
const modifier = String.raw`(?:!{1,2}p?|k[hl]?\d*|d[hl]?\d+|r?o?(?:[<>]=?|<>|!=)\d+|ro?\d*|uo?|s[ad]|c[sf](?:[<>]=?|=)\d+|min\d+|max\d+|f(?:[<>]=?|=)\d+|(?:>=|<=|>|<|=)\d+)*`
const group = String.raw`\{[^{}]{1,120}\}${modifier}`
const term = String.raw`(?:\(\s*)*(?:${group}|${die}${modifier}|\d+(?:\.\d+)?)(?:\s*\)${modifier})*`
const formulaPattern = new RegExp(String.raw`(?<![\w.])-?${term}(?:\s*(?:\*\*|[-+*/%^])\s*${term})*(?!\w)`, 'gi')
// Text that looks like dice notation but is not valid.
const brokenPattern = /(?<![\w.])\d+d(?![\w%])(?!\s*[a-z]{3})|(?<![\w.])\d*d(?:0+|-\d+)\b|(?<![\w.])\d+\w*d\d+\w*/i

/** Reads notation, task, difficulty and advantage from a prompt. */
export function readPrompt(prompt: string): RequestedRoll {
  const text = spellOut(prompt)
  const formulas = [...text.matchAll(formulaPattern)]
    .map(([found]) => balance(found))
    .filter((found) => /d[\d%f]/i.test(found))
  const broken = formulas.length === 0 ? brokenPattern.exec(text)?.[0] : undefined
  const difficulty = /\b(?:dc|ac|difficulty|target|against|versus|vs\.?)\s*(?:of\s*)?(\d{1,4})\b/i.exec(text)?.[1]
  const advantage = /\b(dis)?advantage\b/i.exec(text)
  const task = readTask(text)
  const times = readTimes(text)
  return {
    formulas: broken === undefined ? formulas : [broken],
    ...(task !== undefined && { task }),
    ...(times !== undefined && { times }),
    ...(difficulty !== undefined && { difficulty: Number(difficulty) }),
    ...(advantage && { advantage: advantage[1] ? ('disadvantage' as const) : ('advantage' as const) }),
  }
}

/** Converts words to notation: "three six-sided dice, keep the highest two" becomes `3d6kh2`. */
function spellOut(prompt: string): string {
  return prompt
    .replace(/\b(\d{1,12})\s+d\s?(?=\d|%)/gi, '$1d')
    .replace(/\b(\d{1,12}d)\s+(?=\d+\b)/gi, '$1')
    .replace(
      new RegExp(
        String.raw`\b(?:(${numberWords}|\d+)\s+)?(${[...sides.keys()].join('|')}|\d+)[\s-]sided\s+(?:dice|die)\b`,
        'gi',
      ),
      (_, count: string, size: string) => `${toNumber(count)}d${sides.get(size.toLowerCase()) ?? size}`,
    )
    .replace(
      new RegExp(String.raw`\b(?:(${numberWords}|\d+)\s+)?(?:fate|fudge)\s+(?:dice|die)\b`, 'gi'),
      (_, count: string) => `${count ? toNumber(count) : 4}dF`,
    )
    .replace(/\b(?:an?\s+)?(?:percentile(?:\s+(?:dice|die))?|percentage\s+dice|d100)\b/gi, (found) =>
      /d100/i.test(found) ? '1d100' : '1d%',
    )
    .replace(
      new RegExp(String.raw`\b(${numberWords})\s+(d(?:\d+|%|f\b))`, 'gi'),
      (_, count: string, rest: string) => `${toNumber(count)}${rest}`,
    )
    .replace(
      new RegExp(String.raw`\b(${numberWords}|\d+)\s+dice\b`, 'gi'),
      (_, count: string) => `${toNumber(count)}d6`,
    )
    .replace(/\bexploding\s+(\d*d\d+)/gi, '$1!')
    .replace(/(d\d+)\s+exploding\b/gi, '$1!')
    .replace(
      /(d\d+)[\s,]+(?:and\s+)?(keep|drop)(?:ing|ping|s)?\s+(?:the\s+)?(?:(\w+)\s+)?(highest|lowest|best|worst)(?:\s+(\w+))?/gi,
      (found, dice: string, verb: string, before: string | undefined, end: string, after: string | undefined) => {
        const count = parseCount(before) ?? parseCount(after)
        if (before !== undefined && parseCount(before) === undefined) return found
        const tail = after !== undefined && parseCount(after) === undefined ? ` ${after}` : ''
        return `${dice}${verb[0]!.toLowerCase()}${/highest|best/i.test(end) ? 'h' : 'l'}${count ?? 1}${tail}`
      },
    )
    .replace(/(?<=d(?:\d+|%|f)\S*)\s+(plus|minus)\s+(\d+)/gi, (_, word: string, value: string) =>
      word.toLowerCase() === 'plus' ? `+${value}` : `-${value}`,
    )
}

/** Removes unbalanced brackets, which belong to the sentence around a formula. */
function balance(found: string): string {
  let text = found.trim()
  const count = (bracket: string) => text.split(bracket).length - 1
  while (text.endsWith(')') && count(')') > count('(')) text = text.slice(0, -1).trimEnd()
  while (text.startsWith('(') && count('(') > count(')')) text = text.slice(1).trimStart()
  return text
}

function toNumber(word: string | undefined): number {
  return parseCount(word) ?? 1
}

function parseCount(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  return /^\d+$/.test(word) ? Number(word) : numbers.get(word.toLowerCase())
}

function readTimes(text: string): number | undefined {
  if (/\b(?:twice|two times)\b/i.test(text)) return 2
  if (/\bthrice\b/i.test(text)) return 3
  return parseCount(/\b(\w+)\s+times\b/i.exec(text)?.[1])
}

function readTask(text: string): string | undefined {
  const bare = text
    .replace(/\b(?:with|at)\s+(?:dis)?advantage\b/gi, ' ')
    .replace(/,?\s*\b(?:against|versus|vs\.?|at)?\s*(?:a\s+)?(?:dc|difficulty|target)\s*(?:of\s*)?\d+/gi, ' ')
  const found =
    /\broll\w*\b[^.!?]*?\bto\s+(?!hit\s+\d)([a-z][^.!?;]*)/i.exec(bare)?.[1] ??
    /\bto\s+([a-z][^.!?;]*?),?\s+(?:i\s+)?roll/i.exec(bare)?.[1] ??
    /\b(?:roll\w*|check)\b[^.!?]*?\b(?:for|on)\s+(?!\d)([a-z][^.!?;]*)/i.exec(bare)?.[1] ??
    /\b(?:make|attempt|do)\s+an?\s+((?:[\w-]+\s+){1,2})(?:check|roll|saving\s+throw)/i.exec(bare)?.[1] ??
    /\brolls?\s+(?:an?\s+|my\s+)?([a-z-]{4,})(?:\s+check)?\s*$/i.exec(bare.replace(formulaPattern, ' ').trim())?.[1]
  const task = found
    ?.replace(
      /,?\s+(?:and\s+)?(?:then|but|so\s+that)\b.*$|,\s+(?:and\s+)?i\b.*$|\s+(?:\w+\s+times|twice|thrice)\b/is,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
  return task && !/^(?:dice|die|check|again|them|roll)$/i.test(task) ? task : undefined
}
