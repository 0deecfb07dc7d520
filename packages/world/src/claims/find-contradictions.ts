import type { ReportEntry, WorldState } from '../model/state.ts'
import type { Named, World } from '../model/types.ts'
import { Scene } from '../scene/scene.ts'
import { scopeOf } from '../scene/scope.ts'
import { currentDescription } from '../view/describe.ts'
import { maskQuotes, namesWithin, quoteMark, sentencesOf, wordsOf } from '../text/sentences.ts'

/** A sentence of a narration that the world contradicts. */
export interface Contradiction {
  kind: 'absent_speaks' | 'dead_speaks' | 'absent_thing_used'
  /** Id of the person or thing. */
  id: string
  name: string
  /** Without what is said in quotation marks. */
  sentence: string
}

/** The words that show what a sentence says, in lower case and in every form. */
export interface NarrationWords {
  /** Verbs of speech. */
  speaks: readonly string[]
  /** What a person's speech is called, such as "voice". */
  voices: readonly string[]
  /** What the player does with a thing, in the second person. */
  handles: readonly string[]
  /** Words of sentences about the past, or about what is only thought. */
  recalls: readonly string[]
  denies: readonly string[]
}

/**
 * Finds sentences of a narration that let a person speak who is dead or elsewhere, or the player use a thing that is neither here nor
 * carried. Names are those of the world. What the turn's own report says is never a contradiction, nor are memories and quoted speech.
 * The narration is about the state after its turn. It is judged sentence by sentence, so not every contradiction is found.
 */
export function findContradictions(
  world: World,
  state: WorldState,
  narrative: string,
  { words }: { words: NarrationWords },
): Contradiction[] {
  const scene = new Scene(world, state)
  const present = new Set(scopeOf(scene).map(({ id }) => id))
  const report = Object.values(state.report?.entries ?? {})
  const check = { scene, present, report, words, here: wordsHere(scene, present) }
  const people = Object.keys(scene.people).filter((id) => !maySpeak(id, check))
  const things = Object.keys(scene.things).filter((id) => !present.has(id))
  return sentencesOf(maskQuotes(narrative)).flatMap((sentence) => {
    const all = wordsOf(sentence)
    if (all.some((word) => words.recalls.includes(word))) return []
    const speakers = people.filter((id) =>
      namesOf(scene.people[id], check).some((name) => isSpeaking(sentence, name, words)),
    )
    const used = things.filter((id) => namesOf(scene.things[id], check).some((name) => isUsed(sentence, name, check)))
    return [
      ...speakers.map((id) =>
        contradiction(scene.is(id, 'dead') ? 'dead_speaks' : 'absent_speaks', { id, scene, sentence }),
      ),
      ...used.map((id) => contradiction('absent_thing_used', { id, scene, sentence })),
    ]
  })
}

interface Check {
  scene: Scene
  /** Ids in sight or carried. */
  present: ReadonlySet<string>
  report: readonly ReportEntry[]
  words: NarrationWords
  /** The words of everything that is here. */
  here: ReadonlySet<string>
}

/** Whether a person can speak, or spoke in the turn before dying or leaving. */
function maySpeak(id: string, { scene, report }: Check): boolean {
  const isHere = scene.locationOf(id) === scene.here && !scene.is(id, 'dead')
  return isHere || report.some(({ speaker }) => speaker === id)
}

/** The words of names, scenery and the description at the player's place. A name among them may mean what is here. */
function wordsHere(scene: Scene, present: ReadonlySet<string>): ReadonlySet<string> {
  const place = scene.places[scene.here]
  const names = [...present].flatMap((id) => {
    const { name = '', aliases = [] } = (scene.things[id] ?? scene.people[id] ?? {}) as Partial<Named>
    return scene.is(id, 'dead') ? [] : [name, ...aliases]
  })
  const texts = [
    place?.name ?? '',
    currentDescription(scene, scene.here)?.text ?? '',
    Object.keys(place?.scenery ?? {}),
  ]
  return new Set([...names, ...texts.flat()].flatMap(wordsOf))
}

/** The names that can only mean this person or thing: the last word of each is the name of nothing that is here. */
function namesOf(named: Pick<Named, 'name' | 'aliases'> | undefined, { here }: Check): string[][] {
  const names = named ? [named.name, ...(named.aliases ?? [])] : []
  const first = named && /^\p{Lu}\S*\s+\p{Lu}/u.test(named.name) ? [named.name.split(/\s+/)[0]!] : []
  return [...names, ...first].map(wordsOf).filter((words) => words.length > 0 && !here.has(words.at(-1)!))
}

function isSpeaking(sentence: string, name: readonly string[], { speaks, voices, denies }: NarrationWords): boolean {
  const tokens = wordsOf(sentence)
  if (tokens.some((word) => denies.includes(word))) return false
  return namesWithin(tokens, name).some(({ start, end, isOwner }) => {
    if (isOwner) return voices.includes(tokens[end] ?? '')
    const after = tokens.slice(end, end + 3)
    const verb = after.findIndex((word) => speaks.includes(word))
    // "Oleg says", "Oleg quietly says"; not "Oleg as Mara says".
    if (verb >= 0 && !after.slice(0, verb).some((word) => word === quoteMark || word === 'as' || word === 'and'))
      return true
    const before = tokens.slice(0, start).filter((word) => word !== 'the' && word !== 'old')
    const last = before.at(-1)
    // A quotation beside the name as the subject: “Go.” Oleg turns away. Oleg turns away: “Go.”
    if (last === quoteMark || (before.length === 0 && tokens.includes(quoteMark))) return true
    // “Go,” says Oleg.
    const isInverted = last !== undefined && speaks.includes(last) && [undefined, quoteMark].includes(before.at(-2))
    return isInverted || (last === 'of' && voices.includes(before.at(-2) ?? ''))
  })
}

function isUsed(sentence: string, name: readonly string[], { words, report }: Check): boolean {
  const tokens = wordsOf(sentence)
  const you = tokens.indexOf('you')
  const verb = tokens.findIndex((word, at) => at > you && words.handles.includes(word))
  if (you < 0 || verb < 0 || tokens.some((word) => words.denies.includes(word))) return false
  if (namesWithin(tokens, name).every(({ isOwner }) => isOwner)) return false
  return !report.some(({ text }) => namesWithin(wordsOf(text), name).length > 0)
}

function contradiction(
  kind: Contradiction['kind'],
  { id, scene, sentence }: { id: string; scene: Scene; sentence: string },
): Contradiction {
  const name = (scene.people[id] ?? scene.things[id])?.name ?? id
  return { kind, id, name, sentence: sentence.replaceAll(quoteMark, '“…”').trim() }
}
