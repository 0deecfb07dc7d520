import {
  changeMentioned,
  fateOf,
  bodyOf,
  formAt,
  inForm,
  isAbroad,
  isElsewhere,
  isSleeping,
  isGuard,
  isUnheardOf,
  remainsOf,
  ruinOf,
  textAfter,
} from './changes.ts'
import { isDead, isHiding, isKillerKnown, isKilling, isLockedPlace, isTaking, tracesIn } from './clues.ts'
import { isSaid, patternOf, surroundingsIn } from './conditions.ts'
import { genreOf, namedGenre } from './genre.ts'
import { withCapitalI } from './second-person.ts'
import { joinedPhrases } from './joined-phrases.ts'
import { namesPlace } from './kind-of.ts'
import { isCalledVessel, isGone, isVessel, namedBy } from './named-by.ts'
import { type NounPhrase, nounPhrasesIn } from './noun-phrases.ts'
import { needOf } from './needs.ts'
import { openQuestionIn, questionIn } from './questions.ts'
import {
  holderOf,
  isGoneWith,
  isHeld,
  isHidingPlace,
  isNeeded,
  isOnPlayer,
  isTaken,
  isToBeBrought,
  isToBeFound,
  isWorn,
} from './possession.ts'
import type { Named, Premise } from './premise.ts'
import { isListed, isPredicate, isSomeoneBefore, isTradeOf, jobBefore, ownerNamedIn } from './one-person.ts'
import { isMatter, isNamedMatter } from './matters.ts'
import { bringBack, loseUnseen } from './taken-away.ts'
import { awayOf, isAbsent, isOnlyNamed, isSoughtPerson, notHere } from './presence.ts'
import { isDateline, isHouse, kindIn, withProperNames } from './proper-names.ts'
import { conditionOf } from './said-of.ts'
import { isConfinedIn, shutAwayIn } from './shut-in.ts'
import { namedSound, soundIn } from './sounds.ts'
import { layToRest } from './the-dead.ts'
import { addSurrounding, fromInside, isAround, isOnlyNamedPlace, isStore, lockedAway, lyingOn } from './whereabouts.ts'
import { pronounLater, pronounSaid } from './pronouns-said.ts'
import {
  caseOf,
  giveToOwners,
  isFixed,
  isLost,
  isOnlySpokenOf,
  ownerBefore,
  putInCases,
  withoutElsewhere,
} from './things-here.ts'
import { isCast, type ReadOptions, settlePlayer } from './cast-player.ts'
import { isActor, isInvoked, playedBy } from './who-plays.ts'
import { isSame, isWord } from './words.ts'

/** A genre that is named in a line of its own, such as "Genre: ghost". */
const genreLine = /^[^\S\n]*genre:[^\S\n]*([^\n]*)$/imu

/**
 * Reads a premise: one or more English sentences, and perhaps a line with its genre. It takes what nouns name from the content, and else
 * from the grammar.
 */
export function readPremise(given: string, { player: wish }: ReadOptions = {}): Premise {
  const label = patternOf('genreLabel').exec(given)
  const text = withCapitalI(given.replace(genreLine, '').slice(label?.[0].length ?? 0)).replace(
    patternOf('roleAsked'),
    'I am ',
  )
  const wanted = genreLine.exec(given)?.[1] ?? label?.[1] ?? ''
  const found: Found = { people: [], absent: [], places: [], regions: [], things: [], matters: [] }
  const phrases = withProperNames(joinedPhrases(nounPhrasesIn(text)))
  const question = questionIn(text, phrases) ?? openQuestionIn(text)
  const isConfined = isConfinedIn(text, phrases)
  const isFirstPerson = /\b(?:I|me|my|we|us|our|you|your)\b/i.test(text)
  const selves = playedBy(text, phrases)
  const self = selves.find(({ isName }) => !isName) ?? selves[0]
  const first = phrases.findIndex(
    (phrase) => !isInvoked(phrase, text) && phrase.preposition === undefined && !isDateline(phrase, text),
  )
  for (const [index, phrase] of phrases.entries()) {
    const before = phrases[index - 1]
    if (isSaid('dayName', phrase.text) || isInvoked(phrase, text)) continue
    // The result of a transformation is the same person.
    if (
      phrases
        .slice(Math.max(0, index - 2), index)
        .some((_, at, all) => formAt(phrases, index - all.length + at) === phrase)
    )
      continue
    const kind = kindIn(phrase, { before, next: phrases[index + 1] })
    const owner = ownerNamedIn(phrase)
    const isOfOwner =
      kind === 'thing' || kind === 'animal' || /^(?:in|at|on|inside|from|to|near)$/.test(phrase.preposition ?? '')
    if (
      owner &&
      ![...found.people, ...found.absent, ...(found.player ? [found.player] : [])].some((each) => isSame(each, owner))
    )
      // "Lady Moreau's necklace is missing": she wants it back. Of whom only a thing is here, they may be anywhere.
      found[isOfOwner && !isGone(phrase) && !isTaken(before, phrase) ? 'absent' : 'people'].push(owner)
    if (
      (kind === undefined && (isMatter(phrase) || isNamedMatter(phrase) || phrase.names === 'group')) ||
      (kind === 'thing' && isSaid('worn', phrase.precededBy))
    )
      found.matters.push(namedBy(phrase, 'thing'))
    if (kind === 'thing' && isSaid('worn', phrase.precededBy)) continue
    // "Tomorrow she will take the train."
    const isBoarded = kind === 'place' && isSaid('boarding', phrase.precededBy) && phrase.determiner === 'the'
    if (isBoarded || (kind === 'place' && isOnlyNamedPlace(phrase, before))) {
      found.matters.push(namedBy(phrase, 'thing'))
      continue
    }
    // "We are five soldiers": the others are there.
    if (selves.includes(phrase) && phrase.isPlural && kind === 'person' && !/\band (?:I|me|you),/i.test(text))
      found.people.push(namedBy(phrase, kind))
    if (selves.includes(phrase) || (kind === 'person' && isListed(phrase, text))) continue
    // "takes a job as night guard" is about one person.
    if (
      kind === 'person' &&
      /\b(?:work|works|worked|job|post|place|hired|employed) as$/.test(jobBefore(phrases[index - 1], phrase))
    )
      continue
    if (kind === undefined || isPredicate(phrases[index - 1], phrase, found)) continue
    // "by the door" only says where something is.
    if (
      kind === 'thing' &&
      isWord('fixture', phrase.head) &&
      /^(?:by|against|near|over|behind|from)$/.test(phrase.preposition ?? '')
    )
      continue
    const fate = fateOf(phrase, before)
    if (kind === 'thing' && (fate === 'sold' || isOnlyNamed(phrase, before))) {
      found.matters.push(namedBy(phrase, kind))
      continue
    }
    const held = holderOf(phrase, before, { people: withPlayer(found), player: found.player })
    const named: Named = {
      ...namedBy(phrase, kind),
      ...(isGuard(phrase) && { isGuard: true }),
      ...((kind === 'person' || kind === 'animal') && conditionOf(phrase, { text, next: phrases.slice(index + 1) })),
      ...(kind === 'thing' && (isTaken(before, phrase) || isToBeFound(phrase)) && { isMissing: true }),
      ...(kind === 'thing' && held !== undefined && { heldBy: held, isPortable: true }),
      ...(kind === 'thing' && isGoneWith(phrase, phrases.slice(0, index)) && { isMissing: true }),
      ...(kind === 'thing' && isHidingPlace(phrase, before) && { isHidingPlace: true }),
      ...(kind === 'thing' && isNeeded(phrase, text) && { isMissing: true }),
      ...(kind === 'thing' && isToBeBrought(phrase, before, found) && { isBrought: true }),
      ...(kind === 'thing' &&
        (isHeld(phrase, text) || isOnPlayer(phrase, phrases[index + 1]) || isToBeBrought(phrase, before, found)) && {
          isHeld: true,
          isPortable: true,
        }),
      ...(kind === 'place' &&
        !isVessel(phrase) &&
        (isLockedPlace(phrase) || isStore(phrase, before)) &&
        !(isConfined && isPrison(phrase)) && { isLocked: true, isStore: isStore(phrase, before) }),
    }
    // "If I find the acorn".
    const isSupposed = kind === 'thing' && named.isHeld === true && isSaid('thing.supposed', phrase.precededBy)
    if (isSupposed) Object.assign(named, { isHeld: false, isMissing: true })
    if (kind === 'thing' && isLost(phrase)) named.isMissing = true
    if (kind === 'thing' && !named.isMissing && !named.isHeld) {
      const isElse =
        held === undefined && (isWorn(phrase, phrases[index + 1]) || isOnlySpokenOf(phrase, phrases.slice(0, index)))
      if (fate === undefined && isElse) {
        found.matters.push(namedBy(phrase, kind))
        continue
      }
      if (isFixed(phrase, phrases[index + 1])) named.isPortable = false
      Object.assign(named, caseOf(phrase, phrases[index + 1]), ownerBefore(phrase, before))
    }
    const form = formAt(phrases, index)
    if (form) Object.assign(named, inForm(named, { phrase, form }))
    if (kind === 'person' && isSleeping(phrase)) named.isAsleep = true
    if (kind === 'thing' && isSaid('openers', phrase.head) && isSaid('locking', phrase.precededBy))
      named.isBarred = true
    if (kind === 'thing' && fate) Object.assign(named, { isMissing: false, isPortable: false }, remainsOf(named, fate))
    if (kind === 'place' && fate) Object.assign(named, ruinOf(named, fate))
    // "A keeper and I … The keeper, Haakon": one person.
    const earlier = found.people.find(
      ({ name }) => /^\p{Ll}/u.test(name) && isSame({ name: named.role ?? '-' }, { name }),
    )
    if (earlier && /^\p{Lu}/u.test(named.name)) {
      Object.assign(earlier, named)
      continue
    }
    const acting = found.people.at(-1)
    if ((named.isLocked || named.isMissing) && acting?.sentence === named.sentence && isHiding(phrase.precededBy))
      found.culprit = acting
    const known = [found.people, found.absent, found.places, found.regions, found.things]
      .flat()
      .find((each) => isSame(each, named))
    // "The last page … must find the page".
    if (known && found.things.includes(known) && named.isMissing && !known.isHeld) known.isMissing = true
    // "A portrait of the duke. The duke will not sit still": he is there.
    const isKept =
      (kind === 'person' || kind === 'animal') &&
      known &&
      found.absent.includes(known) &&
      !known.isMissing &&
      !known.isDead
    if (isKept && phrase.isSubject && !isAbsent(phrase) && !isUnheardOf(phrase)) {
      found.absent = found.absent.filter((each) => each !== known)
      found.people.push(named)
    }
    if (known) continue
    if (found.player && isSame(found.player, named)) continue
    // "Her taster Perrin … No one believes a taster": one person.
    const isCalledBefore = [...found.people, ...found.absent, found.player, ...selves].some((each) =>
      isTradeOf(phrase, each?.role),
    )
    if (kind === 'person' && (isCalledBefore || isSomeoneBefore(phrase, [...found.absent, ...found.people]))) continue
    const isHero = wish === undefined ? index === first && !isFirstPerson : isCast(named, wish)
    const away =
      awayOf(phrase, { after: textAfter(phrase, text), isFirstPerson }) ??
      (named.isAsleep ? undefined : notHere(phrase, { kind, text, next: phrases.slice(index + 1), before, isHero }))
    if (selves.some((each) => isSame(namedBy(each, 'person'), named))) continue
    if (phrase.isName && isDateline(phrase, text)) found.regions.push(named)
    // "Drifting above a dead moon".
    else if (
      kind === 'place' &&
      isSaid('wide', named.name) &&
      /^(?:above|over|past|beyond)$/.test(named.preposition ?? '')
    )
      found.regions.push(named)
    else if (kind === 'place' && isAround(phrase, before)) found.regions.push(named)
    else if (
      kind === 'place' &&
      (phrase.names ||
        isSaid('otherPlace', phrase.text) ||
        isVessel(phrase) ||
        (phrase.isName && !namesPlace(phrase.text) && !isHouse(phrase)))
    )
      found.regions.push(named)
    else if (kind === 'place' || kind === 'thing') found[`${kind}s`].push(named)
    else if (
      (kind === 'person' || kind === 'animal') &&
      (isKilling(phrase.precededBy) || fate === 'eaten' || (index > 0 && isSaid('foundDead', phrase.followedBy)))
    )
      found.absent.push({ ...named, isMissing: !isKillerKnown(phrase, before), isDead: true })
    else if ((kind === 'person' || kind === 'animal') && away) found.absent.push({ ...named, ...away })
    // Who has gone home is there.
    else if (kind === 'person' && isSaid('wentHome', textAfter(phrase, text))) found.people.push(named)
    // A dragon that will wake, or the dog of a man who is not there.
    else if (kind === 'animal' && (named.isDue === true || isWith(phrase, { phrases, found }))) found.absent.push(named)
    else if (kind === 'animal' && isSaid('foundDead.animal', phrase.followedBy)) found.things.push(bodyOf(named))
    else if (kind === 'animal' && phrase.text.startsWith('dead '))
      found.things.push(bodyOf({ ...named, name: named.name.replace('dead ', '') }))
    else if ((kind === 'animal' && isGone(phrase)) || isTaking(phrase.precededBy) || isSoughtPerson(phrase, kind))
      found.absent.push({ ...named, isMissing: true })
    else if (kind === 'person' && !isDead(phrase) && isOwnerOfMissing(phrase, found))
      found.people.push({ ...named, isOwner: true })
    else if (
      kind === 'person' &&
      (isSaid('elsewhere', textAfter(phrase, text)) ||
        isUnheardOf(phrase) ||
        isElsewhere(phrase) ||
        isAbroad(phrase, phrases[index + 1]))
    )
      found.absent.push(named)
    else if (kind === 'person' && (isAbsent(phrase) || question?.endsWith(phrase.text) === true))
      found.absent.push({
        ...named,
        ...(isGone(phrase) && !isSaid('bequest', phrase.followedBy) && { isMissing: true }),
        ...(isDead(phrase) && { isDead: true }),
      })
    else if (isCast(named, wish)) found.player = named
    else if (wish !== undefined && isCalledVessel(phrase, kind)) found.matters.push(namedBy(phrase, 'thing'))
    else if (
      wish === undefined &&
      kind === 'person' &&
      (index === first || (isSaid('obliged', phrase.followedBy) && !found.player && found.people.length === 0)) &&
      !isFirstPerson &&
      isActor(phrase, phrases[index + 1]) &&
      !(phrase.isName && isTaking(phrase.followedBy)) &&
      !named.isAsleep &&
      !named.isTurned &&
      !named.isDue &&
      !named.isRefusing &&
      (isSaid('givesBack', text) || !isSaid('noPlayer', phrase.followedBy)) &&
      !isWord('vessel', named.role ?? '')
    )
      found.player = named
    else found.people.push(named)
  }
  layToRest(found, phrases, text)
  bringBack(found, text)
  loseUnseen(found, text)
  giveToOwners(found)
  putInCases(found)
  changeMentioned(found.things, found.matters, text)
  shutAwayIn(phrases, found, text)
  const ownRole = settlePlayer(found, phrases, { text, isFirstPerson, wish })
  for (const thing of found.things.filter(({ heldBy }) => heldBy !== undefined && heldBy === found.player?.name)) {
    delete thing.heldBy
    thing.isHeld = true
  }
  const { player, absent, regions } = found
  const people = found.people.map((person) => ({
    ...person,
    pronoun: pronounSaid(person, text) ?? pronounLater(person, found, text) ?? person.pronoun ?? ('they' as const),
  }))
  const locked = found.places.find(({ isLocked }) => isLocked)
  const open = found.places.filter((place) => place !== locked)
  // "Trapped aboard the freighter Merganser": without another place they are in it.
  const isAboard = ({ name, preposition }: Named) =>
    /^(?:aboard|on|in|inside)$/.test(preposition ?? '') &&
    phrases.some((phrase) => isVessel(phrase) && namedBy(phrase, 'place').name === name)
  const places =
    open.length > 0
      ? fromInside({ ...found, people: withPlayer(found), places: open }, phrases)
      : regions.filter(isAboard).slice(0, 1)
  withoutElsewhere({ ...found, places }, phrases)
  const things = lyingOn(found.things)
  for (const [index, phrase] of phrases.entries()) addSurrounding(phrase, phrases[index - 1], found)
  const traces = tracesIn(text)
  const sound = soundIn(text)
  const missing = [...things, ...absent].find(({ isMissing }) => isMissing)
  const subject = missing ??
    absent.find(({ name }) => question?.includes(name)) ??
    namedSound(sound) ??
    things.find(({ isPortable }) => isPortable) ??
    things.find((each) => !each.fate) ??
    absent.find(({ isPlural }) => isPlural !== true) ??
    // Who is acted upon rather than who acts: "a nurse hides a deserter".
    people.find(({ name }, at) => at > 0 && isObject(name, phrases)) ??
    people[0] ??
    absent[0] ??
    places[0] ??
    regions[0] ?? { name: 'matter', aliases: ['affair', 'business'] }
  const premise: Omit<Premise, 'need'> = {
    text: text.trim(),
    genre:
      wanted.trim() === ''
        ? genreOf(withoutNames(text, phrases), [...found.places, ...regions])
        : namedGenre(wanted, text),
    ...(player && { player }),
    people,
    absent,
    places,
    regions,
    matters: found.matters.filter(({ name }, at, all) => all.findIndex((each) => each.name === name) === at),
    things: lockedAway(things, locked).filter(({ name }) => !traces.some((trace) => trace.name === name)),
    traces,
    isConfined,
    ...(sound && { sound }),
    ...surroundingsIn(text),
    ...(locked && { locked }),
    ...culpritIn(found.culprit, people),
    ...(self && wish === undefined ? { self: (self.isName ? self.role : undefined) ?? self.text } : ownRole),
    subject,
    ...(question !== undefined && { question }),
  }
  return { ...premise, need: needOf(premise, question) }
}

// What a team, a guild or a thing is called says nothing of the setting.
function withoutNames(text: string, phrases: readonly NounPhrase[]): string {
  const called = phrases.filter(({ names }) => names === 'group' || names === 'thing')
  return called.reduce((all, { text: name }) => all.replace(name, ''), text)
}

function culpritIn(culprit: Named | undefined, people: readonly Named[]): Pick<Premise, 'culprit'> {
  const found = people.find(({ name }) => name === culprit?.name) ?? culprit
  return found ? { culprit: found } : {}
}

function isObject(name: string, phrases: readonly NounPhrase[]): boolean {
  const phrase = phrases.find(({ text }) => text.endsWith(name))
  return phrase !== undefined && phrase.preposition === undefined && !phrase.isSubject && phrase.precededBy !== ''
}

type Found = Pick<Premise, 'people' | 'absent' | 'places' | 'regions' | 'things' | 'matters' | 'player' | 'culprit'>

// "We are locked in the tea room": the player is in it.
function isPrison({ preposition, precededBy }: NounPhrase): boolean {
  return /^(?:in|inside)$/.test(preposition ?? '') && !/sel(?:f|ves)\b/.test(precededBy)
}

// "A man with a dog": where the man is.
function isWith(phrase: NounPhrase, { phrases, found }: { phrases: readonly NounPhrase[]; found: Found }): boolean {
  const before = phrases[phrases.indexOf(phrase) - 1]
  return phrase.preposition === 'with' && before !== undefined && found.absent.some(({ name }) => name === before.text)
}

// "The trumpet of Louis Bell has been stolen": he is here, and wants it back.
function isOwnerOfMissing({ isName, preposition, sentence }: NounPhrase, { things }: Found): boolean {
  const last = things.at(-1)
  return isName && preposition === 'of' && last?.isMissing === true && last.sentence === sentence
}

function withPlayer({ people, player }: Found): Named[] {
  return player ? [player, ...people] : people
}
