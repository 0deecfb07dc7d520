import { premiseContent } from '@narratoria/content/premises'
import { fillSentence } from '@narratoria/content'
import { isSaid, patternOf } from './conditions.ts'
import { type Kind, kindOf } from './kind-of.ts'
import { namedBy } from './named-by.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named } from './premise.ts'
import { singularOf } from './words.ts'

/** What was done with something, so that it is not there as it was, by the key of its pattern. */
const fates = ['eaten', 'cooked', 'burnt', 'drunk', 'destroyed', 'sold'] as const
export type Fate = (typeof fates)[number]

/** What a premise says was done with what a phrase names: "the cat has eaten the butter", "the bridge was burned". */
export function fateOf(phrase: NounPhrase, before?: NounPhrase): Fate | undefined {
  const { determiner, precededBy, followedBy, sentence } = phrase
  // "Has burned the bridge and the mill."
  if (precededBy === 'and' && followedBy === '' && before?.sentence === sentence && before.preposition === undefined)
    return fateOf(before)
  // Who has cooked a stew has made it.
  const isDone = (fate: Fate) =>
    isSaid(`fate.${fate}`, precededBy) &&
    !isSaid('undone', precededBy) &&
    !(fate === 'cooked' && /^(?:an?|)$/.test(determiner))
  return fates.find((fate) => isDone(fate) || isSaid(`fated.${fate}`, followedBy))
}

/** What a pronoun says was done with the thing that is named last before it: "His wife cooked it". */
export function changeMentioned(things: Named[], matters: Named[], text: string): void {
  for (const fate of fates) {
    const said = patternOf(`fate.${fate}.it`).exec(text)
    if (!said || isSaid('undone', text.slice(0, said.index))) continue
    const before = text.slice(0, said.index)
    const at = ({ name, aliases, fate: earlier }: Named) => before.lastIndexOf(earlier ? aliases[0]! : name)
    const thing = things.filter((each) => at(each) >= 0).toSorted((a, b) => at(b) - at(a))[0]
    if (!thing) continue
    if (fate === 'sold') matters.push(...things.splice(things.indexOf(thing), 1))
    else things[things.indexOf(thing)] = remainsOf(thing, fate)
  }
}

/** What is left of a thing. */
export function remainsOf(thing: Named, fate: Fate): Named {
  const { isMissing: _missing, isPortable: _portable, isReadable: _readable, isPlural: _plural, ...rest } = thing
  const whole = thing.fate ? thing.aliases[0]! : thing.name
  const name = fillSentence(String(premiseContent.phrases[`remains.${fate}`]), { thing: whole })
  return {
    ...rest,
    name,
    aliases: [...new Set([whole, ...thing.aliases])],
    fate,
    ...(/^\w+s of\b/.test(name) && { isPlural: true }),
  }
}

/** Whom or what a phrase names has become by the premise: "my brothers have been turned into swans", "turned the prince into a toad". */
function formOf(phrase: NounPhrase, next: NounPhrase | undefined): NounPhrase | undefined {
  if (next?.preposition !== 'into' || next.sentence !== phrase.sentence) return undefined
  const isTurned = isSaid('turned.into', phrase.followedBy)
  const isObject = phrase.followedBy === 'into' && isSaid('turning', phrase.precededBy)
  return isTurned || (isObject && !isSaid('undone', phrase.precededBy)) ? next : undefined
}

/** What a person or an animal was turned into. */
export function formAt(phrases: readonly NounPhrase[], index: number): NounPhrase | undefined {
  const phrase = phrases[index]
  const isBeing = phrase !== undefined && /^(?:person|animal)$/.test(kindOf(phrase) ?? '')
  if (!isBeing) return undefined
  const next = phrases[index + 1]
  // "The sons of the fisherman into seals".
  return formOf(phrase, next?.preposition === 'of' ? phrases[index + 2] : next)
}

/** One being in its new form, which is called by either name. What is not an animal says nothing and stays where it is. */
export function inForm(person: Named, { phrase, form }: { phrase: NounPhrase; form: NounPhrase }): Named {
  const kind: Kind | undefined = kindOf(form)
  const { role: trade } = person
  const isOwn = /^(?:my|your|his|her|their|our)\b/.test(phrase.determiner)
  const own = person.name.replace(/^your /, '')
  const one = person.isPlural ? singularOf(own) : own
  const was = isOwn && !phrase.isName ? `your ${one}` : (trade ?? one)
  const aliases = [own, one, ...person.aliases, ...(trade === undefined ? [] : [trade.split(' ').at(-1)!])]
  const beast = { ...namedBy({ ...form, isPlural: person.isPlural === true, followedBy: '' }, 'animal') }
  const name = kind === 'animal' ? beast.name : String(premiseContent.phrases['formStill'])
  return {
    ...person,
    name,
    aliases: [...new Set([...beast.aliases, ...aliases])].filter((alias) => alias !== name),
    isAnimal: true,
    isTurned: true,
    role: phrase.isName ? person.name : was,
    ...(kind !== 'animal' && { isStill: true }),
  }
}

/** Whether the words of a phrase itself say that someone sleeps: "six sleeping colonists", "whether to wake the crew". */
export function isSleeping({ text, precededBy }: NounPhrase): boolean {
  return isSaid('sleepingOnes', text) || /\bto wake(?: up)?$/.test(precededBy)
}

/** Whether a person is unknown to all others: "a woman of whom no one has heard". */
export function isUnheardOf({ followedBy }: NounPhrase): boolean {
  return isSaid('unheard', followedBy)
}

/** Whether a person is named only as the destination of another: "to marry a rich notary". */
export function isElsewhere({ determiner, precededBy }: NounPhrase): boolean {
  return /^an?$/.test(determiner) && /\bto (?:marry|meet|join)$/.test(precededBy)
}

/** What a text says behind a phrase. */
export function textAfter({ text: name }: NounPhrase, text: string): string {
  const at = text.indexOf(name)
  return at < 0 ? '' : text.slice(at + name.length)
}

/** Whether a person is in a town or a country that is not the place of the story: "the chemist is in Oslo". */
export function isAbroad({ followedBy, sentence }: NounPhrase, next: NounPhrase | undefined): boolean {
  return next?.isPlaceName === true && next.sentence === sentence && isSaid('residing', followedBy)
}

/** A place that was burnt or destroyed, which is still called by its name. */
export function ruinOf({ name, aliases }: Named, fate: Fate): Partial<Named> {
  const line = premiseContent.phrases[`place.${fate}`]
  if (line === undefined) return {}
  return { name: fillSentence(String(line), { place: name }), aliases: [...new Set([name, ...aliases])] }
}

/** Whether others are kept away by those whom a phrase names: "the bridge is guarded by sentries". */
export function isGuard(phrase: NounPhrase): boolean {
  const kind = kindOf(phrase)
  return isSaid('guarding', phrase.precededBy) && (kind === undefined || kind === 'person')
}

/** Whether those who sleep are people, whatever they are called: "four sleeping settlers". */
export function isSleepingGroup(phrase: NounPhrase): boolean {
  return phrase.isPlural && kindOf(phrase) === undefined && isSleeping(phrase)
}

/** What is left of an animal that has dropped dead: it lies there, and can be examined. */
export function bodyOf({ name, aliases, isPlural, sentence }: Named): Named {
  const owner = /^your /.exec(name)?.[0] ?? ''
  return {
    name: `${owner}dead ${name.slice(owner.length)}`,
    aliases: [...new Set([name.slice(owner.length), ...aliases])],
    ...(isPlural && { isPlural }),
    ...(sentence !== undefined && { sentence }),
  }
}
