import type { Act } from '../model/act.ts'
import type { NounContext } from './noun-context.ts'
import { isWordOfName } from './nouns.ts'
import { readOne } from './noun-phrase.ts'
import { tokenize } from './tokens.ts'
import { isKnownWord } from './known-words.ts'

/** Makes later pronouns of the prompt refer to what an act named. */
export function follow(context: NounContext, act: Act): void {
  const { referents, scene, memo } = context
  memo?.clear()
  if (['go', 'open', 'unlock', 'search'].includes(act.act)) context.isChanged = true
  if (act.topic !== undefined) referents.topic = act.topic
  const inside = act.act === 'open' && act.thing !== undefined ? scene.thingsAt(`in:${act.thing}`) : []
  referents.recent = [...inside, act.thing, act.with, act.where, ...(act.things ?? [])].filter((id) => id !== undefined)
  if (act.things && act.things.length > 1) referents.them = act.things
  const thing = act.thing ?? act.things?.[0] ?? act.to
  const scenery = scene.places[scene.here]?.scenery ?? {}
  if (thing !== undefined && (Object.hasOwn(scene.things, thing) || Object.hasOwn(scenery, thing))) referents.it = thing
  // "Go to the shed and search it", where nothing else was spoken of
  const isOfThing = referents.it !== undefined && !Object.hasOwn(scene.people, referents.it)
  if (act.act === 'go' && act.to !== undefined && Object.hasOwn(scene.places, act.to) && !isOfThing)
    referents.it = act.to
  const sought = act.act === 'search' && act.text !== undefined ? soughtIn(act.text, context) : undefined
  if (sought !== undefined) {
    referents.it = sought
    referents.recent = [sought]
  }
  // "Who is Matthijs, and where is he now?"
  if (act.person !== undefined && scene.isForeignName(act.person)) referents.him = referents.her = act.person
  for (const id of [act.person, act.thing, act.to]) {
    const person = id === undefined ? undefined : scene.people[id]
    const pronoun = person?.pronoun
    // Nothing says which pronoun they have.
    if (person && pronoun === undefined) referents.him = referents.her = id!
    if (pronoun === 'it') referents.it = id!
    if (pronoun === 'he') referents.him = id!
    if (pronoun === 'she') referents.her = id!
    if (pronoun === 'they') referents.them = [id!]
  }
}

// "Look in the yard for the chest and unlock it"
function soughtIn(text: string, context: NounContext): string | undefined {
  const found = readOne(tokenize(text, context.lexicon), { ...context, memo: new Map() }, () => 1)
  const [id] = found && !found.between ? found.ids : []
  return id !== undefined && Object.hasOwn(context.scene.things, id) ? id : undefined
}

/** "Who is Matthijs?": a question about one word that is neither a name in the world nor a word of the language is about a person. */
export function asName(act: Act, context: NounContext): Act {
  const { text, ...others } = act
  const isOpen = act.act === 'recall' && act.person === undefined && act.thing === undefined && act.topic === undefined
  return isOpen && text !== undefined && isName(text, context) ? { ...others, person: text } : act
}

function isName(text: string, { lexicon, nouns }: NounContext): boolean {
  return /^\p{L}{3,}$/u.test(text) && !isKnownWord(text, lexicon) && !isWordOfName(nouns, text)
}
