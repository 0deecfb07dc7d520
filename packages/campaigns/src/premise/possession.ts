import { isTaking } from './clues.ts'
import { isSaid } from './conditions.ts'
import { isGone } from './named-by.ts'
import { nounKindOf } from './noun-kinds.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named, Premise } from './premise.ts'
import { isWord } from './words.ts'

/** The name of the person who has a thing: "My sister Kim has found his manual": she has it. */
export function holderOf(
  { head, preposition, precededBy, sentence }: NounPhrase,
  before: NounPhrase | undefined,
  { people, player }: { people: readonly Named[]; player?: Named | undefined },
): string | undefined {
  // "Sentries with a machine gun".
  const armed = preposition === 'with' && before?.sentence === sentence && isWord('portable', head)
  if (armed && people.at(-1)?.isGuard && before.text.endsWith(people.at(-1)!.name)) return people.at(-1)!.name
  if (
    preposition !== undefined ||
    (!isWord('portable', head) && !isWord('readable', head) && nounKindOf(head) !== 'portable')
  )
    return undefined
  if (before !== undefined && before.sentence !== sentence) return playerSaid(precededBy, people, player)
  if (before === undefined || before.preposition !== undefined) return undefined
  return isHolding(precededBy)
    ? people.find(({ name, isPlural }) => !isPlural && before.text.endsWith(name))?.name
    : undefined
}

// "She carries a vial": who is played, unless another may be meant.
function playerSaid(said: string, people: readonly Named[], player: Named | undefined): string | undefined {
  const [, pronoun, verb = ''] = /^(she|he) (.+)$/.exec(said) ?? []
  const isOther = people.some((each) => each !== player && (each.pronoun === pronoun || each.pronoun === 'they'))
  const isPlayer = player?.pronoun === pronoun || player?.pronoun === 'they'
  return isPlayer && !isOther && isHolding(verb) ? player?.name : undefined
}

function isHolding(said: string): boolean {
  return /^(?:(?:still |only |now )?(?:has|had|holds|held|carries|carried|clutches|keeps|owns|grips|wears)|(?:has |had )?(?:found|bought|pocketed|got|picked up|picks up|grabbed|grabs|drew|drawn|draws|snatched up|caught)|is (?:holding|carrying|clutching|wearing))$/.test(
    said,
  )
}

/** Whether a thing went with a person who is gone: "Jakob has disappeared with the cash box.". */
export function isGoneWith({ preposition, sentence }: NounPhrase, before: readonly NounPhrase[]): boolean {
  const subject = before.findLast((phrase) => phrase.preposition === undefined)
  return preposition === 'with' && subject?.sentence === sentence && isGone(subject)
}

/** Whether something is hidden in a thing: "Has stolen the moon and hidden it in an oven", "has hidden the deed in the beehive". */
export function isHidingPlace(
  { preposition, precededBy, sentence }: NounPhrase,
  before: NounPhrase | undefined,
): boolean {
  if (!/^(?:in|inside|under|behind|beneath)$/.test(preposition ?? '') || before?.sentence !== sentence) return false
  return /\b(?:hid|hidden|hides|buried|stuffed) it\b/.test(precededBy) || isSaid('hiding', before.precededBy)
}

/** Whether a thing is needed and does not belong to any person: "Only the recipe can cure him". */
export function isNeeded({ text: name }: NounPhrase, text: string): boolean {
  return text.toLowerCase().includes(`only the ${name.toLowerCase()}`) && isSaid('curing', text)
}

/** Whether the player has a thing: "I have found a letter", "our caravan has one waterskin left". */
export function isHeld({ text: name, head, determiner, preposition }: NounPhrase, text: string): boolean {
  if (isCarriedAlong({ head, determiner, preposition })) return true
  const at = text.indexOf(determiner === '' ? name : `${determiner} ${name}`)
  if (at < 0 || preposition !== undefined) return false
  const before = text
    .slice(0, at)
    .split(/[.!?;](?=\s)/u)
    .at(-1)!
  return isSaid('owningAll', before) || isSaid('holding', before) || isSaid('ownHolding', before)
}

// "In my bag".
function isCarriedAlong({
  head,
  determiner,
  preposition = '',
}: Pick<NounPhrase, 'head' | 'determiner'> & { preposition?: string | undefined }): boolean {
  return /^(?:in|into|inside)$/.test(preposition) && /^(?:my|your|our)$/.test(determiner) && isSaid('container', head)
}

/** Whether a thing is with the player: "the cure is in my bag", "a key taped to your palm". */
export function isOnPlayer(
  { followedBy, preposition, sentence, hasComma }: NounPhrase,
  next: NounPhrase | undefined,
): boolean {
  // "The chalice that I took from the crypt".
  if (preposition === undefined && isSaid('takenAlong', followedBy)) return true
  if (next === undefined || hasComma || next.sentence !== sentence || !/^(?:my|your|our)$/.test(next.determiner))
    return false
  if (/^(?:(?:is|are|lies?|was|were) )?(?:hidden |safe |sewn |tucked )?(?:in|into|inside|under)$/.test(followedBy))
    return isSaid('container', next.head)
  return (
    /^(?:is |are )?(?:\w+ed|bound|hung) (?:to|around|round|on|in)$/.test(followedBy) &&
    (isSaid('onBody', next.head) || isSaid('container', next.head))
  )
}

/** Whether a person wears a thing: "a scarf around his neck". */
export function isWorn({ sentence, hasComma }: NounPhrase, next: NounPhrase | undefined): boolean {
  if (next === undefined || hasComma || next.sentence !== sentence) return false
  const isOnBody =
    /^(?:around|round|on|over|about|in)$/.test(next.preposition ?? '') && next.precededBy === next.preposition
  return isOnBody && /^(?:his|her|their)$/.test(next.determiner) && isWord('body', next.head)
}

/** Whether something is to be got from a person: "I must get the backup from Ravi". */
export function isGiver({ isName, isPlaceName, preposition }: NounPhrase, before: NounPhrase | undefined): boolean {
  return isName && !isPlaceName && preposition === 'from' && isSaid('obtaining', before?.precededBy ?? '')
}

/** Whether a thing is sought or taken: "You must find the key", "they have taken the key". */
export function isToBeFound({ determiner, precededBy }: NounPhrase): boolean {
  // "Bring her a feather", where the grammar alone would take "her" for an owner.
  const said = /^(?:her|his) (?=\p{L})/u.test(determiner) ? `${precededBy} her` : precededBy
  return isSaid('found', precededBy) || isSaid('removed', precededBy) || isSaid('bringing', said)
}

/** Whether the player has a thing to bring it away: "Marta has to bring the ring to her grandmother". */
export function isToBeBrought(
  { precededBy, preposition, followedBy }: NounPhrase,
  before: NounPhrase | undefined,
  { player }: Pick<Premise, 'player'>,
): boolean {
  // "I need to get the codebook to Sister Agathe".
  const isPassedOn = followedBy === 'to' && /\bto (?:get|smuggle|hand|pass|send)$/.test(precededBy)
  if (preposition !== undefined || (!isPassedOn && !isSaid('carrying', precededBy))) return false
  return /^(?:I|you|we) /i.test(precededBy) || (player !== undefined && before?.text.endsWith(player.name) === true)
}

/** Whether a thing was taken or is sought: "they stole my violin". */
export function isTaken(before: NounPhrase | undefined, { precededBy, sentence }: NounPhrase): boolean {
  const said = precededBy.replace(/ (?:all|both|half|most|some)$/, '')
  if (isSaid('sought', said)) return true
  // "I have just stolen a ruby": it is the player who has it.
  if (isSaid('ownTaking', precededBy)) return false
  if (isTaking(said)) return !/\b(?:been|is|are|was|were) \w+$/.test(said)
  if (before === undefined || before.sentence !== sentence || /\b(?:been|is|are|was|were) \w+$/.test(before.followedBy))
    return false
  return isTaking(before.followedBy)
}
