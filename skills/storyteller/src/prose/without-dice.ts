const die = String.raw`\d*\s?d\s?(?:\d+|%|f\b)[\w!<>=]*`
const term = String.raw`\(*(?:${die}|\d+)\)*`
const formula = new RegExp(
  String.raw`(?:\b(?:an?|the|my|your|some|\d+)\s+)?(?<![\w.])-?\(*${die}\)*(?:\s*[-+*/^]\s*${term})*`,
  'gi',
)
/** Dice that stand beside the deed: "I climb (1d20+3)", "I climb, 1d20". */
const aside = new RegExp(
  String.raw`(?<=\p{L}[.!]?)(?:\s*[([]\s*(?:roll(?:s|ing)?\s+)?(?:${formula.source})\s*[)\]](?!\s*[-+*/^%])|(?:,|:|\s[-–—])\s*(?:roll(?:s|ing)?\s+)?(?:${formula.source})(?=[.!\s]*$))`,
  'giu',
)
const rollsAgain =
  /\bthe dice(?:(?:,|\s+and|\s+then|\s+plus|,\s+and|,\s+then)*\s+(?:i\s+)?(?:roll\w*\s+)?the dice\b)+/gi

/** What a roll is for: the deed behind "roll … to". */
export function readTask(text: string): string | undefined {
  const task =
    /\broll\w*\b[^.!?]*?\bto\s+(?!hit\s+\d)([a-z][^.!?;]*)/i.exec(text)?.[1] ??
    /\bto\s+([a-z][^.!?;]*?),?\s+(?:i\s+)?roll/i.exec(text)?.[1]
  return task
    ?.replace(
      /,?\s+(?:with|at)\s+(?:dis)?advantage\b|,?\s*(?:against|vs\.?)?\s*(?:an?\s+)?(?:dc|difficulty)\s*\d+/gi,
      '',
    )
    .trim()
}

/** Whether a text contains dice notation, such as `2d6+3`. */
export function namesDice(text: string): boolean {
  return new RegExp(formula.source, 'i').test(text)
}

/** "I roll 2d6+3 to pick the lock" is, as a story, the attempt to pick the lock. */
export function withoutDice(prompt: string): string {
  const task = readTask(prompt)
  if (task && !/\b(?:tell|ask|order|let)\w*\b.*\broll/i.test(prompt))
    return `I set out ${task.startsWith('not ') ? `not to ${task.slice(4)}` : `to ${task}`}`
  const words = prompt
    .replace(aside, '')
    .replace(formula, 'the dice')
    .replace(rollsAgain, 'the dice')
    .replace(/\b(twice|thrice|\w+ times) the dice\b/gi, 'the dice $1')
    .replace(/^\W*roll\W*$/i, 'roll the dice')
  // Dice alone, or before what they are for, are a roll.
  if (!/^\W*the dice\b/i.test(words)) return words
  return `I roll ${words.replace(/^\W+/, '').replace(/^(the dice)\s+(?=[\p{L}\s]+$)(?!(?:for|to|on|and|or|then|with|at|against|vs|versus|again|once|twice|thrice|please|in|into|over|under|from|as|if|because|now)\b)/iu, '$1 for ')}`
}
