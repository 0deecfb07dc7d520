import type { Choice } from '@narratoria/protocol'

const numberPattern = /^\s*(\d{1,2})[.)]?\s*$/

export function isNumber(prompt: string): boolean {
  return numberPattern.test(prompt)
}

/** The text of the choice whose number a prompt is, such as "2" or "2.". Returns the prompt itself if there is none. */
export function chosenText(prompt: string, choices: readonly Choice[]): string {
  const number = numberPattern.exec(prompt)?.[1]
  return (number === undefined ? undefined : choices[Number(number) - 1]?.text) ?? prompt
}
