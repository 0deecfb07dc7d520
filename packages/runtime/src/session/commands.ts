import { lexicon } from '@narratoria/content'

/** A command for the program that a player typed as plain words, such as "undo". */
export type PlainCommand = 'undo' | 'redo' | 'retry' | 'help' | 'quit' | 'save' | 'load' | 'restart'

/** Returns the command if a prompt consists of the words of one: `undo`, `help`, `quit`. A story does not need to answer those. */
export function commandIn(prompt: string): PlainCommand | undefined {
  const words = prompt
    .trim()
    .toLowerCase()
    .replace(/[.!\s]+$/, '')
  const found = Object.entries<string[]>(lexicon.commands).find(([, phrases]) => phrases.includes(words))
  return found?.[0] as PlainCommand | undefined
}
