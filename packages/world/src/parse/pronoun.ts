import { memoizeByObject } from '../memoize-by-object.ts'
import { type Act, unclear } from '../model/act.ts'
import { listenerIn } from '../scene/listener.ts'
import type { Scene } from '../scene/scene.ts'
import type { Lexicon } from './lexicon.ts'
import { bestBy, type Meaning, type NounContext, type Preference } from './noun-context.ts'

export function readPronoun(
  words: readonly string[],
  context: NounContext,
  prefer: Preference = () => 1,
): Meaning | undefined {
  const { lexicon, referents, scene } = context
  const word = words.join(' ')
  if (!pronounsOf(lexicon).has(word)) return undefined
  const { it, them, him, her, self, here, there, you, contents } = lexicon.pronouns
  const found = (ids: string[] | undefined, kind: keyof typeof unclear = 'thing') => ({
    ids: ids && ids.length > 0 ? ids : [unclear[kind]],
    score: ids && ids.length > 0 ? 2.5 : -1,
  })
  if (you.includes(word)) return found(addressed(scene), 'person')
  if (self.includes(word)) return { ids: ['player'], score: 2.5 }
  if (there.includes(word)) return found(referents.it === undefined ? undefined : [referents.it])
  if (contents.includes(word)) return found(contentsOf(context))
  if (here.includes(word)) return { ids: [scene.here], score: 2.5 }
  if (it.includes(word)) return found(thingOf(context, prefer))
  if (them.includes(word)) return found(referents.them ?? manyOf(context, word))
  if (him.includes(word)) return found(personOf(scene, referents.him, 'he'), 'person')
  if (her.includes(word)) return found(personOf(scene, referents.her, 'she'), 'person')
  return undefined
}

// "Open the box and read what is inside": what is in the thing that was named last.
function contentsOf({ referents, scene }: NounContext): string[] | undefined {
  const { it, recent = [] } = referents
  const last = (scene.state.focus?.last as Partial<Act> | undefined)?.thing
  return [...recent, it, last]
    .filter((id) => id !== undefined)
    .map((id) => scene.thingsAt(`in:${id}`).filter((each) => !scene.is(each, 'hidden')))
    .find((ids) => ids.length > 0)
}

// "The matches": one thing with a name in the plural. After a word with a person, other things are not "they".
function manyOf({ referents: { it }, scene }: NounContext, word: string): string[] | undefined {
  if (it === undefined || Object.hasOwn(scene.people, it)) return undefined
  const isSubject = word === 'they' && (scene.state.focus?.last as Partial<Act> | undefined)?.person !== undefined
  return isSubject && scene.things[it]?.plural !== true ? undefined : [it]
}

// "Put the note into the bag and close it": the bag, because a note cannot be closed.
function thingOf({ referents, nouns }: NounContext, prefer: Preference): string[] | undefined {
  const { it, them, recent = [] } = referents
  if (it === undefined) return them
  const worth = (id: string) => {
    const noun = nouns.find((each) => each.id === id)
    return noun ? prefer(noun) : 0
  }
  const isScenery = !nouns.some(({ id }) => id === it)
  const other =
    worth(it) > 0 || isScenery
      ? undefined
      : bestBy(
          recent.filter((id) => worth(id) > 0),
          worth,
        )[0]
  return [other ?? it]
}

const pronounsOf = memoizeByObject((lexicon: Lexicon) => new Set(Object.values(lexicon.pronouns).flat()))

// The one who was talked to last, or who is alone here.
function addressed(scene: Scene): string[] | undefined {
  const present = scene.peopleAt(scene.here)
  const last = (scene.state.focus?.last as Partial<Act> | undefined)?.person
  const found = present.find((id) => id === last) ?? (present.length === 1 ? present[0] : undefined)
  return found === undefined ? undefined : [found]
}

// The one who was named last, unless they have gone and one other is here.
function personOf(scene: Scene, named: string | undefined, pronoun: 'he' | 'she'): string[] | undefined {
  if (named !== undefined && !scene.isId(named)) return [named]
  const isHere = named !== undefined && scene.peopleAt(scene.here).includes(named)
  return (isHere ? [named] : onlyPerson(scene, pronoun)) ?? (named === undefined ? undefined : [named])
}

// The only one with the pronoun, or the one who is talked to, if nothing says which pronoun they have.
function onlyPerson(scene: Scene, pronoun: string): string[] | undefined {
  const present = scene.peopleAt(scene.here)
  const fitting = present.filter((id) => scene.people[id]?.pronoun === pronoun)
  if (fitting.length === 1) return fitting
  const listener = listenerIn(scene)
  const isOpen = listener !== undefined && (scene.people[listener]?.pronoun ?? 'they') === 'they'
  return isOpen ? [listener] : undefined
}
