import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { LiveScene } from '../live/live-scene.ts'
import type { Act } from '../model/act.ts'
import { pricesIn } from '../view/answer-known.ts'
import { scopeOf } from '../scene/scope.ts'

/** Records what pronouns refer to after an act, and a question that the next prompt may answer. */
export function focusOn(scene: LiveScene, act: Act, isTimeless: boolean): void {
  const focus = (scene.state.focus ??= {})
  if (act.act === 'ask-back') {
    const { question } = act
    if (question) focus.pending = { ...question, act: { ...question.act } as unknown as JsonObject }
    return
  }
  if (scene.pending) focus.pending = scene.pending
  else delete focus.pending
  const heard = scene.entries.filter(({ kind }) => kind === 'speech' || kind === 'act')
  const price = heard.flatMap(({ text }) => pricesIn(scene, text)).at(-1)
  if (price !== undefined) focus.price = withoutOpenQuote(price)
  const thing = act.thing ?? act.things?.at(-1)
  // What is not in sight was not seen by the player either.
  if (thing !== undefined && scopeOf(scene).some(({ id }) => id === thing)) focus.it = thing
  // What was just revealed is what is spoken of next.
  const inside = act.act === 'open' && thing !== undefined ? scene.thingsAt(`in:${thing}`) : []
  const found = inside.filter((id) => scopeOf(scene).some((each) => each.id === id))
  if (found.length === 1) focus.it = found[0]!
  else if (found.length > 1) focus.them = found
  if (act.things && act.things.length > 1) focus.them = act.things
  const { person = scene.listener } = act
  if (act.act === 'recall' && person !== undefined && scene.isForeignName(person)) focus.him = focus.her = person
  if (person !== undefined && person in scene.people) {
    const { pronoun } = scene.people[person]!
    if (pronoun === 'he') focus.him = person
    else if (pronoun === 'she') focus.her = person
    else if (pronoun === 'it') focus.it = person
    else focus.them = [person]
    if (pronoun === undefined) focus.him = focus.her = person
    if (act.act !== 'recall' && scene.hearersAt(scene.here).includes(person)) focus.person = person
  }
  if (!isTimeless) focus.last = { ...act } as unknown as JsonValue
}

// A sentence from the middle of a speech has one of its quotation marks.
function withoutOpenQuote(line: string): string {
  const [opening, closing] = ['“', '”'].map((mark) => line.split(mark).length)
  return opening === closing ? line : line.replaceAll(/[“”]/g, '')
}
