import { factionId } from '../standing/standing.ts'

/** Groups of words. A word of a group refers to a faction whose name has another word of the same group. */
const kinds = `merchant trader shopkeeper vendor seller peddler tradesman dealer stallholder,
guard soldier watchman constable sheriff watch patrol,
thief burglar smuggler pickpocket rogue,
folk villager farmer peasant commoner townsfolk beggar innkeeper miller baker townsperson,
mage wizard sorcerer witch magician,
priest monk nun cleric temple church,
noble lord lady baron duke count king queen prince princess crown court,
elf elves elven,dwarf dwarves dwarven,orc orcs orcish,pirate buccaneer corsair,knight paladin,hunter ranger,sailor fisherman captain`
  .split(',')
  .map((group) => group.trim().split(/\s+/))

/** Words that are common in names of factions. */
const common = new Set(
  'guild order clan house town city village royal league union company brotherhood sisterhood society circle council common free old new great of the and band gang army legion people'.split(
    ' ',
  ),
)

/** A mention of a faction and its offset in the text. */
export interface Mention {
  name: string
  index: number
}

/** The known factions that a text mentions by name, by a distinctive word of the name, or by a member; in order. */
export function factionsIn(text: string, known: readonly string[]): Mention[] {
  const words = [...text.matchAll(/[\p{L}'’]+/gu)].map(({ 0: word, index }) => ({ root: rootOf(word), index }))
  const found = known.flatMap((name) => {
    const whole = text.toLowerCase().indexOf(name.toLowerCase())
    if (whole >= 0) return [{ name, index: whole }]
    const distinctive = distinctiveWords(name)
    const word = words.find(({ root }) => distinctive.has(root))
    return word ? [{ name, index: word.index }] : []
  })
  return found.toSorted((left, right) => left.index - right.index)
}

function distinctiveWords(name: string): Set<string> {
  const roots = factionId(name).split('-').map(rootOf)
  const own = roots.filter((root) => !common.has(root))
  const distinctive = new Set(own.length > 0 ? own : roots)
  for (const kind of kinds.map((group) => group.map(rootOf)))
    if (kind.some((root) => roots.includes(root))) for (const root of kind) distinctive.add(root)
  return distinctive
}

function rootOf(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s?$/, '')
  if (lower === 'thieves') return 'thief'
  return lower.length > 3 ? lower.replace(/(?<=[^s])s$/, '') : lower
}
