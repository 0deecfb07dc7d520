import { toYou } from './person.ts'
import { capitalize, finish } from './text.ts'

/** Words that are said, as a whole sentence. */
export function asSpeech(text: string, said = 'you say, half to yourself'): { sentence: string } {
  const inner = text.replace(/["“]([^"”]*)["”]/g, '‘$1’').replace(/[.]+(?=’?$)/, '')
  const words = capitalize(inner.replace(/(?<![\p{L}\p{N}])i(?=[\s'’,])/gu, 'I'))
  // What ends the words stands for the comma; a comma stands within inner quotes, too.
  const spoken = /[!?…]’?$/.test(words) ? words : words.endsWith('’') ? `${words.slice(0, -1)},’` : `${words},`
  return { sentence: `“${spoken}” ${said}.` }
}

const quotes = /^(["“'‘])(\S|\S.*?\S)(["”'’])(?=[\s,.!?]|$)[,.]?\s*(?:(?:i|we)\s+(.+))?$/is

/** Words in quotes, with or without "I say" after them. */
export function tellQuoted(text: string): { sentence: string } | undefined {
  const [, open, words, close, rest] = quotes.exec(text) ?? []
  if (open === undefined || words === undefined || close === undefined || /["“”]/.test(words)) return undefined
  const spoken = /[!?…,]$/.test(words) ? words : `${words.replace(/\.+$/, '')},`
  return { sentence: finish(`${open}${capitalize(spoken)}${close} you ${rest ? toYou(rest) : 'say'}`) }
}
