import { chanceOf, chancesOf } from './chance.ts'

/** What macros are replaced with. */
export interface MacroValues {
  /** `{{char}}`: the name of the character. */
  char: string
  /** `{{user}}`: the name of the player's character, or "you". */
  user: string
  /** Decides `{{random}}` and `{{roll}}`. */
  seed: string
  /** Decides `{{pick}}`, which stays the same. Defaults to `seed`. */
  pickSeed?: string
  /** Leaves `{{random}}`, `{{roll}}` and `{{pick}}` as they are. Defaults to false. */
  drawsLater?: boolean
}

/** A text with its macros replaced. */
export interface ExpandedText {
  text: string
  /** Macros that are not known and were left as they are. */
  unknown: string[]
}

const mostDice = 100

/**
 * Replaces the macros of character cards: `{{char}}`, `{{user}}`, `{{random:a,b}}`, `{{pick:a,b}}`, `{{roll:2d6+1}}`, `{{reverse:text}}`,
 * comments and hidden keys, in any case, and `<BOT>`, `<CHAR>` and `<USER>`. Macros within macros are replaced first.
 */
export function expandMacros(source: string, values: MacroValues): ExpandedText {
  const replacer = new MacroReplacer(values)
  const text = source.replaceAll(/<(?:bot|char)>/gi, '{{char}}').replaceAll(/<user>/gi, '{{user}}')
  const open = ['']
  const append = (piece: string) => (open[open.length - 1] += piece)
  for (const piece of text.split(/(\{\{|\}\})/)) {
    if (piece === '{{') open.push('')
    else if (piece !== '}}' || open.length === 1) append(piece)
    else {
      const inner = open.pop()!
      append(replacer.replace(inner, open.at(-1)!))
    }
  }
  return { text: forSecondPerson(open.join('{{'), values.user), unknown: [...replacer.unknown] }
}

class MacroReplacer {
  readonly unknown = new Set<string>()
  readonly #values: MacroValues
  readonly #chance: () => number
  #picks = 0

  constructor(values: MacroValues) {
    this.#values = values
    this.#chance = chancesOf(values.seed)
  }

  /** `before` is the text before the macro. */
  replace(inner: string, before: string): string {
    const { char, user, seed, pickSeed = seed, drawsLater = false } = this.#values
    const [, name = '', separator = '', argument = ''] = /^\s*([a-z_]+|\/\/)\s*(::|:|\s|$)([\s\S]*)$/i.exec(inner) ?? []
    if (drawsLater && /^(?:random|roll|pick)$/i.test(name)) return `{{${inner}}}`
    switch (name.toLowerCase()) {
      case 'char':
        return char
      case 'user':
        return user === 'you' && beginsSentence(before) ? 'You' : user
      case 'random':
        return choose(argument, separator, this.#chance())
      case 'pick':
        return choose(argument, separator, chanceOf(`${pickSeed}:pick:${this.#picks++}`))
      case 'roll':
        return roll(argument, this.#chance) ?? this.#keep(inner)
      case 'reverse':
        return Array.from(argument).toReversed().join('')
      case '//':
      case 'comment':
      case 'hidden_key':
      case 'noop':
      case 'trim':
        return ''
      case 'newline':
        return '\n'
      default:
        return this.#keep(inner)
    }
  }

  #keep(inner: string): string {
    const macro = `{{${inner}}}`
    this.unknown.add(macro.length > 60 ? `${macro.slice(0, 60).toWellFormed()}…` : macro)
    return macro
  }
}

/** Whether a text has macros that are known. */
export function hasMacros(text: string): boolean {
  return /\{\{|<(?:bot|char|user)>/i.test(text)
}

/** The words of `{{hidden_key:…}}`, which are found by other entries only. */
export function hiddenKeys(text: string): string {
  return Array.from(text.matchAll(/\{\{\s*hidden_key\s*:([^{}]*)\}\}/gi), ([, key = '']) => key.trim()).join(' ')
}

/** At the beginning of a sentence, "you" has a capital. */
function beginsSentence(before: string): boolean {
  return /(?:^|[.!?…]["”’*)]*\s+|\n\s*)["“*(]*$/.test(before.slice(-40))
}

function forSecondPerson(text: string, user: string): string {
  if (user !== 'you') return text
  return text.replaceAll(/\b(Y|y)ou['’]s\b/g, (_, letter: string) => `${letter}our`)
}

function choose(argument: string, separator: string, chance: number): string {
  const parts = argument.includes('::') || separator === '::' ? argument.split('::') : argument.split(/(?<!\\),/)
  const choices = parts.map((part) => part.replaceAll(String.raw`\,`, ',').trim())
  return choices[Math.floor(chance * choices.length)] ?? ''
}

function roll(formula: string, chance: () => number): string | undefined {
  const [, count = '1', sides = '', sign = '+', bonus = '0'] =
    /^\s*(\d*)?d?(\d+)\s*(?:([+-])\s*(\d+))?\s*$/i.exec(/d/i.test(formula) ? formula : `1d${formula.trim()}`) ?? []
  const [dice, faces] = [Number(count || 1), Number(sides)]
  if (!(dice >= 1 && dice <= mostDice && faces >= 1 && faces <= 1_000_000)) return undefined
  let total = 0
  for (let die = 0; die < dice; die++) total += 1 + Math.floor(chance() * faces)
  return String(total + Number(`${sign}${bonus}`))
}
