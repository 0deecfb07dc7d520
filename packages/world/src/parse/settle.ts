import type { Act } from '../model/act.ts'
import { findTopic, isNamedIn, stems } from '../people/topics.ts'
import { isFollower } from '../people/walk.ts'
import { rulesFor } from '../rules/rules.ts'
import { namesToCall } from '../scene/called.ts'
import type { NounContext } from './noun-context.ts'
import type { ParsedAct } from './parsed.ts'
import type { Prompt } from './prompt.ts'

/** Acts that only put words to a person, or ask about the story. */
const spoken = new Set(['ask', 'say', 'recall', 'tell'])

/**
 * Leaves out what would make several replies of one: a greeting of a person who is also asked something, and questions that a person
 * cannot answer beside one that they can.
 */
export function settle(
  acts: readonly ParsedAct[],
  { context: { scene, lexicon }, text, from }: { context: NounContext; text: string; from: NounContext['scene'] },
): ParsedAct[] {
  if (acts.length < 2) return [...acts]
  const opened = withoutOpening(withoutCompanion(acts, { from, lexicon, text }), scene)
  return withoutRepetition(joinSpeech(speechBeforeLeaving(opened, from), { scene, lexicon, text }), {
    context: { scene, lexicon } as NounContext,
    text,
  })
}

// "Unfold the letter and read it": what cannot be opened is only read.
function withoutOpening(acts: readonly ParsedAct[], scene: NounContext['scene']): readonly ParsedAct[] {
  const isShut = ({ thing = '' }: Act) => scene.things[thing]?.openable === true
  return acts.filter(({ act }, at) => {
    const next = acts[at + 1]?.act
    const isRead = act.act === 'open' && next?.act === 'read' && next.thing === act.thing
    return !isRead || isShut(act) || rulesFor(scene, act).length > 0
  })
}

// "Climb up, together with Mara": where to, and nothing that is done with her.
function withoutCompanion(
  acts: readonly ParsedAct[],
  { from, lexicon, text }: { from: NounContext['scene']; lexicon: NounContext['lexicon']; text: string },
): readonly ParsedAct[] {
  const present = from.peopleAt(from.here)
  return acts.filter(({ act, start }, at) => {
    const before = acts[at - 1]
    const between = before ? text.slice(before.end, start).trim().toLowerCase().split(/\s+/).at(-1)! : ''
    const isWith = before?.act.act === 'go' && lexicon.prepositions['with']!.includes(between)
    return !(isWith && act.act === 'go' && present.includes(act.to ?? ''))
  })
}

// "We leave. Mara, follow me": she hears it before the player leaves.
function speechBeforeLeaving(acts: readonly ParsedAct[], from: NounContext['scene']): readonly ParsedAct[] {
  const leaving = acts.findIndex(({ act }) => act.act === 'go')
  const isHeardHere = ({ act: { act, person } }: ParsedAct) =>
    spoken.has(act) && person !== undefined && from.peopleAt(from.here).includes(person) && !isFollower(from, person)
  if (leaving < 0) return acts
  const behind = acts.slice(leaving)
  return [...acts.slice(0, leaving), ...behind.filter(isHeardHere), ...behind.filter((each) => !isHeardHere(each))]
}

// "I accuse her: “You knew.”": what is done with the words, and the words themselves, are one act.
function joinSpeech(
  acts: readonly ParsedAct[],
  { scene, lexicon, text }: { scene: NounContext['scene']; lexicon: NounContext['lexicon']; text: string },
): ParsedAct[] {
  const joined: ParsedAct[] = []
  for (const each of acts) {
    const before = joined.at(-1)
    const act = spokenTo(withoutSaying(each, { lexicon, text }), before?.act, scene)
    const isOne =
      before?.act.act === 'say' &&
      before.act.text === undefined &&
      act.act === 'say' &&
      act.person === before.act.person
    const isGoingOn =
      before &&
      isStatement(before.act) &&
      isStatement(act) &&
      act.person === before.act.person &&
      before.end <= each.start
    // "I shout: “Help!”"
    const isShout =
      before &&
      scene.world.acts?.[before.act.act] !== undefined &&
      lexicon.quoting.includes(text.slice(before.start, before.end).toLowerCase().split(' ')[0]!)
    if (isShout && act.act === 'say' && act.text !== undefined) {
      const [hearer] = act.person === undefined ? scene.peopleAt(scene.here) : [act.person]
      if (hearer !== undefined) joined[joined.length - 1] = { ...each, act: { ...act, person: hearer } }
    } else if (isGoingOn)
      joined[joined.length - 1] = {
        act: { ...before.act, text: text.slice(before.start, each.end) },
        start: before.start,
        end: each.end,
      }
    else if (isOne && act.topic === undefined)
      joined[joined.length - 1] = { act: { ...before.act, ...act }, start: before.start, end: each.end }
    else joined.push({ ...each, act })
  }
  return joined
}

// Words that are only said, without a quotation: several sentences are one speech.
function isStatement({ act, topic, text, order }: Act): boolean {
  return act === 'say' && topic === undefined && order === undefined && text !== undefined && !text.endsWith('?')
}

// "Say I know it": what is said, without the verb.
function withoutSaying(
  { act, start, end }: ParsedAct,
  { lexicon: { quoting }, text }: { lexicon: NounContext['lexicon']; text: string },
): Act {
  const [first = '', ...others] = act.text?.split(' ') ?? []
  if (/[“"]/.test(text.slice(start, end))) return act
  return act.act === 'say' && others.length > 1 && quoting.includes(first) ? { ...act, text: others.join(' ') } : act
}

// Words without a name, right behind an act with a person, are for them.
function spokenTo(act: Act, before: Act | undefined, scene: NounContext['scene']): Act {
  const { person } = before ?? {}
  if (act.act !== 'say' || act.person !== undefined || act.text === undefined || person === undefined) return act
  const present = scene.peopleAt(scene.here)
  const said = stems(act.text)
  const isForOther = present.some((id) => id !== person && isNamedIn(scene.namesOf(id), said))
  return !isForOther && present.includes(person) ? { ...act, person } : act
}

function withoutRepetition(acts: readonly ParsedAct[], { context: { scene, lexicon }, text }: Prompt): ParsedAct[] {
  const isAnswered = ({ act, person, topic, text }: Act) => {
    const words = topic ?? text
    // "Thank you" is not about the listener.
    const isRemark = act === 'say' && lexicon.speech.some((each) => text?.toLowerCase().startsWith(each))
    if (isRemark && text?.endsWith('?') !== true) return false
    const found = person !== undefined && words !== undefined ? findTopic(scene, person, words) : undefined
    return (act === 'ask' || act === 'say') && found?.isWeak === false
  }
  const answered = acts.filter(({ act }) => isAnswered(act))
  const asked: Act[] = []
  return acts.filter(({ act, start, end }) => {
    const others = acts.map((each) => each.act).filter((each) => each !== act)
    const words = text.slice(start, end).toLowerCase()
    // "I turn to Mara and accuse her", "hello Mara, have you seen the key?"
    const isGreeted = lexicon.greetings.some((each) => words.startsWith(each))
    if (isGreeting(act, lexicon.greetings))
      return !(
        isCalled(act, words, scene) ||
        others.some(
          ({ act: name, person }) =>
            (person === act.person || (act.person === undefined && person !== undefined)) &&
            (isGreeted ? spoken.has(name) : name === 'say' || name === 'attempt'),
        )
      )
    if (!isQuestion(act) || isAnswered(act)) return true
    if (answered.some((each) => isOpenRecall(act) || each.act.person === act.person)) return false
    const before = asked.find((each) => each.person === act.person)
    if (act.person !== undefined) asked.push(act)
    // Several questions to one person are asked together.
    if (before?.act === 'ask' && before.topic !== undefined) before.topic = `${before.topic} ${act.topic ?? act.text}`
    return before === undefined
  })
}

// "Ok Hester, I buy a pie": a name alone, beside something that is done.
function isCalled({ act, person = '' }: Act, words: string, scene: NounContext['scene']): boolean {
  return act === 'talk' && scene.isId(person) && namesToCall(scene, person).includes(words.trim())
}

function isGreeting({ act, topic, thing, text }: Act, greetings: readonly string[]): boolean {
  if (act === 'say') return greetings.includes(text?.toLowerCase() ?? '')
  return act === 'talk' && topic === undefined && thing === undefined
}

function isOpenRecall({ act, person, thing, topic }: Act): boolean {
  return act === 'recall' && person === undefined && thing === undefined && topic === undefined
}

/** Whether an act asks in words of the player's own, not by a topic that a pattern found. */
function isQuestion(act: Act): boolean {
  if (isOpenRecall(act)) return true
  return (act.act === 'ask' && /[ ?]/.test(act.topic ?? '')) || (act.act === 'say' && /\?\s*$/.test(act.text ?? ''))
}
