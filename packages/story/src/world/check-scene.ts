import { narrationWords } from '@narratoria/content'
import { novelContent } from '@narratoria/content/novels'
import { findContradictions } from '@narratoria/world/claims'
import type { Scene as WorldScene, World } from '@narratoria/world'
import type { Scene, StoryMemory } from '../memory/entities.ts'
import { calledIn, namedIn, patternOf } from './named-in.ts'
import { applyScene, bare, holderOf, replay, worldId, worldOf } from './story-world.ts'

/** Something in a scene that cannot be so. */
export interface StoryProblem {
  /** The id of the scene. */
  scene: string
  kind: 'absent_speaks' | 'dead_acts' | 'two_hands' | 'state' | 'missing'
  message: string
  /** The words of the scene, if they show it. */
  sentence?: string
}

type WrittenScene = Pick<Scene, 'id' | 'characters' | 'things' | 'changes' | 'location'>

interface NarratedScene {
  scene: WrittenScene
  prose: string
  memory: StoryMemory
}

/** Checks scenes in order, text and state: each is compared with the state that the scenes before it have left. */
export function checkScenes(
  memory: StoryMemory,
  scenes: readonly { scene: WrittenScene; prose: string }[],
): StoryProblem[] {
  const { world } = replay(memory, [])
  return scenes.flatMap(({ scene, prose }) => checkScene(world, { scene, prose, memory }))
}

/** Checks one scene against a state, which it changes in place to the one after the scene. */
export function checkScene(world: WorldScene, narrated: NarratedScene): StoryProblem[] {
  const { scene, prose, memory } = narrated
  const people = namedIn(prose, memory.characters)
  const things = namedIn(prose, memory.things)
  const before: Before = {
    people,
    dead: new Set(people.filter((id) => world.is(worldId(id), 'dead'))),
    holders: new Map(things.map((id) => [id, holderOf(world, id, memory)])),
  }
  const state = applyScene(world, scene, memory).map((message): StoryProblem => ({
    scene: scene.id,
    kind: 'state',
    message,
  }))
  return [...state, ...speakers(before, narrated), ...acts(before, narrated)]
}

/** What holds before a scene of the people and things that its prose names. */
interface Before {
  people: readonly string[]
  dead: ReadonlySet<string>
  holders: ReadonlyMap<string, string | undefined>
}

/** People who speak although they are not present or are dead. */
function speakers({ people: named, dead }: Before, { scene, prose, memory }: NarratedScene): StoryProblem[] {
  const at = worldId(scene.location ?? Object.keys(memory.locations)[0] ?? 'somewhere')
  const characters = Object.fromEntries(
    [...new Set([...named, ...scene.characters])].flatMap((id) =>
      memory.characters[id] ? [[id, memory.characters[id]]] : [],
    ),
  )
  const world = worldOf({ ...memory, characters, things: {} }, scene.location)
  const present = new Set(scene.characters.map(worldId))
  const people = Object.fromEntries(
    Object.entries(world.people).map(([id, person]) => [id, { ...person, at: present.has(id) ? at : 'nowhere' }]),
  )
  const here: World = { ...world, people }
  const is = Object.fromEntries([...dead].map((id) => [worldId(id), { dead: true }]))
  return findContradictions(here, { is }, prose, { words: narrationWords }).flatMap(({ kind, name, sentence }) =>
    kind === 'absent_thing_used'
      ? []
      : [
          {
            scene: scene.id,
            kind: kind === 'dead_speaks' ? ('dead_acts' as const) : ('absent_speaks' as const),
            message: kind === 'dead_speaks' ? `${name} speaks, but is dead` : `${name} speaks, but is not present`,
            sentence,
          },
        ],
  )
}

/** Dead people who do something, and things that are handled by someone while another person has them. */
function acts({ people: ids, dead, holders }: Before, { scene, prose, memory }: NarratedScene): StoryProblem[] {
  const { acts: doing, handles, recalls } = novelContent.words
  const sentences = prose.replaceAll(/“[^”]*”/g, '“”').split(/(?<=[.!?…]”?)\s+|\n+/)
  const moved = new Set((scene.changes ?? []).flatMap(({ kind, id }) => (kind === 'moves' ? [id] : [])))
  const people = ids.map((id) => ({ id, names: namesOf(id, memory) }))
  const problems: StoryProblem[] = []
  const add = (kind: StoryProblem['kind'], message: string, sentence: string) =>
    problems.push({ scene: scene.id, kind, message, sentence })
  for (const sentence of sentences) {
    const words = sentence.toLowerCase().match(/[\p{L}’-]+/gu) ?? []
    if (words.some((word) => recalls.includes(word))) continue
    const actors = people.filter(
      ({ id, names }) => dead.has(id) && names.some((name) => isSubject(sentence, name, [...doing, ...handles])),
    )
    for (const { id } of actors) add('dead_acts', `${nameOf(id, memory)} acts, but is dead`, sentence)
    for (const [id, holder] of holders) {
      const thing = memory.things[id]!
      if (holder === undefined || moved.has(id) || !isNamed(sentence, bare(thing.name))) continue
      const user = people.find(({ names }) =>
        names.some((name) => isHandling(sentence, { name, thing: bare(thing.name), handles })),
      )
      if (user && user.id !== holder)
        add(
          'two_hands',
          `${nameOf(user.id, memory)} handles ${thing.name}, but ${nameOf(holder, memory)} has it`,
          sentence,
        )
    }
  }
  return problems
}

function nameOf(id: string, memory: StoryMemory): string {
  return memory.characters[id]?.name ?? id
}

function namesOf(id: string, memory: StoryMemory): string[] {
  const person = memory.characters[id]!
  return [...new Set([person.name, calledIn(id, memory.characters)])]
}

function isNamed(sentence: string, name: string): boolean {
  if (!sentence.toLowerCase().includes(name.toLowerCase())) return false
  return new RegExp(`(?<![\\p{L}-])${patternOf(name)}(?![\\p{L}-])`, 'iu').test(sentence)
}

/** Whether a name is followed by one of the verbs, with at most one word between. */
function isSubject(sentence: string, name: string, verbs: readonly string[]): boolean {
  if (!sentence.includes(name)) return false
  const match = new RegExp(`(?<![\\p{L}-])${patternOf(name)}\\s+(?:\\p{Ll}+ly\\s+)?(\\p{Ll}+)`, 'iu').exec(sentence)
  return match !== null && verbs.includes(match[1]!.toLowerCase())
}

/** Whether a person takes, holds or gives a thing in a sentence: name, verb, and the thing within the next words. */
function isHandling(
  sentence: string,
  { name, thing, handles }: { name: string; thing: string; handles: readonly string[] },
): boolean {
  if (!sentence.includes(name) || !sentence.toLowerCase().includes(thing.toLowerCase())) return false
  const verbs = handles.map(patternOf).join('|')
  const pattern = `(?<![\\p{L}-])${patternOf(name)}\\s+(?:\\p{Ll}+ly\\s+)?(?:${verbs})\\s+(?:up\\s+|out\\s+|down\\s+)?(?:the|a|an|his|her|their)\\s+${patternOf(thing)}(?![\\p{L}-])`
  return new RegExp(pattern, 'iu').test(sentence)
}
