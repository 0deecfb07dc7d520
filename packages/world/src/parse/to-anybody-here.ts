import type { Act } from '../model/act.ts'
import { unclear } from '../model/act.ts'
import type { NounContext } from './noun-context.ts'
import { tokenize } from './tokens.ts'
import { asksListener } from './speech.ts'
import type { Asked, Question } from './question.ts'
import { isHere } from './question.ts'

/** Reads an act as words to a person who is here, if they are that more than they are the act; else `undefined`. */
export function toAnybodyHere(act: Act, text: string, { question, context }: Asked): Act | undefined {
  const { nearest, last, isTalking, isToYou } = question
  if (isCall(act, text, context)) return { act: 'say', text }
  if (isTalking && isForPartner(act, { question, context })) return { act: 'ask', person: last!, topic: text }
  // "What happened?", of one who has something to say to it.
  const { thing, person, topic, text: words } = act
  const isOpen = act.act === 'recall' && [thing, person, topic, words].every((part) => part === undefined)
  if (isTalking && isOpen && question.aboutExactly(text) === last) return { act: 'ask', person: last!, topic: text }
  if (isTalking && isOfMyself(act, text, { question, context })) return { act: 'say', person: last!, text }
  const isNamed = act.thing !== undefined && context.scene.isId(act.thing)
  if (nearest !== undefined && (isToYou || (isTalking && !isNamed)) && isIntent(act, text, context))
    return { act: 'say', person: nearest, text }
  if (nearest !== undefined && isOfBoth(act, question, context)) return { act: 'say', person: nearest, text }
  if (nearest !== undefined && isForThem(act, text, { question, context })) return { act: 'say', person: nearest, text }
  // "Says who?"
  if (isTalking && question.asks && act.act === 'say' && act.person === undefined && act.topic === undefined)
    return { act: 'ask', person: last!, topic: text }
  // "Could you forgive the debt?"
  const isOfNobody = act.person !== undefined && context.scene.isForeignName(act.person)
  if (nearest !== undefined && isToYou && isOfNobody) return { act: 'ask', person: nearest, topic: text }
  return toYou(act, text, { question, context })
}

// "Who's there?", "is anybody in there? Come out!", where the player is alone
function isCall({ act, topic, person, thing }: Act, text: string, { lexicon, scene }: NounContext): boolean {
  if (act !== 'recall' || person !== undefined || thing !== undefined || scene.peopleAt(scene.here).length > 0)
    return false
  const words = tokenize(text, lexicon).filter(({ kind }) => kind === 'word')
  const isOfPeople = topic === 'people' || lexicon.interrogatives.includes(words[0]?.text ?? '')
  return isOfPeople && words.length <= maxCall && lexicon.pronouns.there.includes(words.at(-1)?.text ?? '')
}

/** Words of a call such as "hello, who is in there?", at most. */
const maxCall = 6

// "I have loved you for years": "have" takes nothing that is here.
function isOfBoth(act: Act, { isOfPlayer, isToYou, asks }: Question, context: NounContext): boolean {
  const things = [act.thing ?? [], act.things ?? []].flat()
  const isNear = (id: string) => id in context.scene.things && isHere(id, context)
  const isNothing = things.some((id) => !context.scene.isId(id)) && !things.some(isNear)
  return act.act === 'take' && isOfPlayer && isToYou && !asks && isNothing
}

// "Forgive me, I am upset", "wait for me", "hold this, would you", "come and see for yourself"
function isForThem(act: Act, text: string, { question: { isToYou }, context }: Asked): boolean {
  if (act.act === 'say' && act.person === 'player') return true
  const { self } = context.lexicon.pronouns
  if (act.act === 'wait') return tokenize(text, context.lexicon).some((token) => self.includes(token.text))
  if (!isToYou) return false
  const isUnclear = act.thing === unclear.thing || act.person === unclear.person
  return isUnclear || (act.act === 'attempt' && act.person === undefined)
}

const looking = new Set(['examine', 'search', 'find', 'read'])

/** Acts of looking that a question about a person may be read as. */
const seen = new Set(['examine', 'look', 'recall'])

/** Acts that are said to a person in any case, or that are read further. */
const spoken = new Set(['say', 'ask', 'tell', 'talk', 'recall', 'give', 'show', 'take', 'eat', 'drink', 'hint'])

/** Acts that name who is spoken to. */
const addressed = new Set(['say', 'ask', 'tell', 'talk'])

const intended = new Set(['take', 'give', 'find', 'show', 'search', 'buy'])

// Questions that the one who is talked to can answer, and the engine could not.
function isForPartner(act: Act, { question, context }: Asked): boolean {
  const { isOfOther, isOfMany, isSupposed, asks, last } = question
  if (!asks) return false
  const subject = act.person ?? act.thing
  const isSeen = subject !== undefined && subject !== last && subject !== unclear.thing && subject !== unclear.person
  const isOpen = act.topic === undefined
  // "Is he an honest man?", "what do they look like?"
  if ((isOfOther || isOfMany) && isOpen && (act.act === 'recall' || (seen.has(act.act) && !isSeen))) return true
  // "What sort of work is it?", "can we open them?"
  if (!addressed.has(act.act) && act.act !== 'recall' && isUnseen(act, context)) return true
  // "What would Matthijs have said?"
  return act.act === 'recall' && isOpen && isSupposed
}

// Whether an act is on a person who is not here, or on something that is not to be seen.
function isUnseen({ person, thing }: Act, context: NounContext): boolean {
  const { scene } = context
  const of = person ?? thing
  if (of === undefined) return false
  if (of in scene.people) return !scene.peopleAt(scene.here).includes(of)
  return !isHere(of, context)
}

// "I'm watching you", "I am inspecting the station"
function isOfMyself(act: Act, text: string, { question: { last }, context }: Asked): boolean {
  const { subjects, auxiliaries } = context.lexicon
  const [first = '', second = ''] = tokenize(text, context.lexicon).map((token) => token.text)
  const isOfPlayer = subjects.includes(first) && auxiliaries.includes(second)
  return isOfPlayer && looking.has(act.act) && (isUnseen(act, context) || (act.person ?? act.thing) === last)
}

// "Who are you?", "what are you doing here?", "will you wait for me?"
function toYou(act: Act, text: string, { question, context }: Asked): Act | undefined {
  const { nearest, isAlone, isToYou, isOfPlayer, isOfSaying, asks } = question
  if (isAlone || !isToYou || !asks) return undefined
  const asked: Act = nearest === undefined ? { act: 'say', text } : { act: 'ask', person: nearest, topic: text }
  const isOfListener = act.topic === 'narrator' || (act.topic === undefined && !isOfSaying)
  if (act.act === 'recall') return isOfListener && !isOfPlayer ? asked : undefined
  if (nearest === undefined) return undefined
  const isOnListener = (act.person ?? act.thing) === nearest
  if (act.act === 'examine' && isOnListener) return asked
  const isRequest = asksListener(tokenize(text, context.lexicon), context) && (isOnListener || !spoken.has(act.act))
  const said = /\?\s*$/.test(text) ? text : `${text}?`
  return isRequest ? { act: 'say', person: nearest, text: said } : undefined
}

// "I'll get it for you", "I'll give you two shillings": what the player intends to do with a thing that is not here.
function isIntent({ act, thing }: Act, text: string, context: NounContext): boolean {
  const { lexicon, scene } = context
  const words = tokenize(text, lexicon).map((token) => token.text)
  const isFuture = words.some((word, at) => lexicon.subjects.includes(word) && words[at + 1] === lexicon.future)
  const isNear = thing !== undefined && scene.isId(thing) && isHere(thing, context) && thing in scene.things
  return isFuture && intended.has(act) && !isNear
}
