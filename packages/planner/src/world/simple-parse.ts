import type { Act, World } from '@narratoria/world'
import type { Parsed } from '@narratoria/world/parse'

/** Verbs of plain sentences, the longer ones first, and their acts. */
const verbs: [RegExp, string][] = [
  [/^(?:put out|extinguish)\b/, 'extinguish'],
  [/^(?:i|inventory)$/, 'inventory'],
  [/^(?:examine|look at|inspect|x)\b/, 'examine'],
  [/^(?:take|get|pick up|grab)\b/, 'take'],
  [/^drop\b/, 'drop'],
  [/^(?:light|ignite)\b/, 'light'],
  [/^open\b/, 'open'],
  [/^close\b/, 'close'],
  [/^unlock\b/, 'unlock'],
  [/^read\b/, 'read'],
  [/^ask\b/, 'ask'],
  [/^talk\b/, 'talk'],
  [/^give\b/, 'give'],
  [/^(?:attack|kill|hit)\b/, 'attack'],
  [/^wait\b/, 'wait'],
  [/^listen\b/, 'listen'],
  [/^look\b/, 'look'],
  [/^(?:(?:go|walk) )?(?:to the )?(?:north|south|east|west|up|down|in|out)\b/, 'go'],
]

/** Reads plain sentences: a verb, a thing or person and a direction, in clauses that are joined by "and" or commas. */
export function simpleParse(
  text: string,
  { world, choices = [] }: { world: World; choices?: readonly string[] },
): Parsed {
  const chosen = choices.findIndex((choice) => choice.toLowerCase() === text.toLowerCase())
  if (chosen >= 0) return { acts: [], rest: [], choice: chosen + 1 }
  const parsed: Parsed = { acts: [], rest: [] }
  let at = 0
  for (const clause of text.split(/\s*(?:,| and (?:then )?|[.!] )\s*/).filter((part) => part !== '')) {
    const start = text.indexOf(clause, at)
    at = start + clause.length
    const act = readAct(clause.toLowerCase().replace(/^i (?=\w)/, ''), world)
    if (act) parsed.acts.push({ act, start, end: at })
    else parsed.rest.push(clause)
  }
  return parsed
}

function readAct(words: string, { things, people }: World): Act | undefined {
  const act = verbs.find(([pattern]) => pattern.test(words))?.[1]
  if (act === undefined) return undefined
  const thing = findNamed(things, words)
  const person = findNamed(people, words)
  const to = act === 'go' ? /north|south|east|west|up|down|in|out/.exec(words)?.[0] : undefined
  const topic = /\babout (?:the )?(.+)$/.exec(words)?.[1]
  return { act, ...(thing && { thing }), ...(person && { person }), ...(to && { to }), ...(topic && { topic }) }
}

function findNamed(among: Record<string, { name: string; aliases?: string[] }>, words: string): string | undefined {
  const names = ({ name, aliases = [] }: { name: string; aliases?: string[] }) => [name, ...aliases]
  return Object.entries(among).find(([, named]) => names(named).some((each) => words.includes(each.toLowerCase())))?.[0]
}
