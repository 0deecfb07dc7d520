import type { Trace } from './clues.ts'
import type { Surroundings } from './conditions.ts'
import type { Fate } from './changes.ts'
import type { Need } from './needs.ts'
import type { Sound } from './sounds.ts'

/** A person, thing or place that a premise names. */
export interface Named {
  /** As in running text without an article: `last lighthouse`, `Ilse`. */
  name: string
  /** Other names: the last noun of the name. */
  aliases: string[]
  pronoun?: 'she' | 'he' | 'they' | 'it'
  isPlural?: boolean
  isAnimal?: boolean
  isPortable?: boolean
  /** Lost, stolen or gone when the story begins. */
  isMissing?: boolean
  /** Of a thing: the player has it. */
  isHeld?: boolean
  /** Of a thing that the player has: it is for who is named after "to". */
  isBrought?: boolean
  /** Of a person who is gone: the premise says that they are elsewhere, so that they play no part. */
  isAway?: boolean
  /** Of a person who is gone: dead, so they cannot be found. */
  isDead?: boolean
  /** Of a person: asleep or too ill to answer when the story begins. */
  isAsleep?: boolean
  /** Of who is asleep: the premise says that they cannot be woken, or are ill. */
  isDeep?: boolean
  /** Of a person: not there yet, but expected. */
  isDue?: boolean
  /** Of a person: the thing that is missing is theirs. */
  isOwner?: boolean
  /** Of a person: will not leave or does not believe it. */
  isRefusing?: boolean
  /** Of a person: wants or demands something. */
  isAsking?: boolean
  /** Of a person: locked in by themselves. */
  isShutIn?: boolean
  /** Of a person: others have shut them in, or something has. */
  isTrapped?: boolean
  /** Of a person: keeps others from a place. */
  isGuard?: boolean
  /** Of who was turned into something: they are called after it. */
  isTurned?: boolean
  /** Of who was turned into something: no animal, and not alive to the eye. */
  isStill?: boolean
  /** Of a thing: what was done with it, so that only something of it is left. */
  fate?: Fate
  /** Of a thing: the trade of the player has brought it along. */
  isOfTrade?: boolean
  /** Of a place: it cannot be entered when the story begins. */
  isLocked?: boolean
  /** Of a place that is locked: of its sentence only what is named last before it is in it. */
  isStore?: boolean
  /** Of a gate and the like: the premise says that it is open. */
  isOpen?: boolean
  /** Of a door and the like that leads to nowhere else: it is locked. */
  isBarred?: boolean
  /** Of a thing: what is missing is hidden in it. */
  isHidingPlace?: boolean
  /** Of a thing: the name of the one that it is shut in. */
  inside?: string
  /** Of what is shut in another thing: that one is locked. */
  isLockedIn?: boolean
  /** Of a thing: another is shut in it. */
  isCase?: boolean
  /** Of a thing: the words before "had" or the like. */
  hadBy?: string
  /** Of a thing: the name of the person who has it. */
  heldBy?: string
  /** Of a thing: in the place that is locked. */
  isLockedAway?: boolean
  /** Of a thing: whether something is written on it. */
  isReadable?: boolean
  /** Of a thing: what it lies on, by its name. */
  on?: string
  /** Of a person: what the premise says that they are: `nervous conductor`. */
  role?: string
  /** Number of its sentence, from 0. */
  sentence?: number
  /** The preposition before it. */
  preposition?: string
}

/** What a premise is about. */
export interface Premise extends Surroundings {
  text: string
  /** A key of the genres of the content. */
  genre: string
  /** Whom the player plays: the subject of the first clause, unless it is the player, or cannot act. */
  player?: Named
  /** People and animals that are present. */
  people: Named[]
  /** People who are gone or only spoken of. */
  absent: Named[]
  /** Places that can be entered. The first is where the people and things are. */
  places: Named[]
  /** The usual workplace of the player's trade, if the premise does not name one. */
  tradePlace?: Named
  /** Towns, countries and planets that it names. */
  regions: Named[]
  things: Named[]
  /** What happens or is expected and is neither a person nor a thing: `feast`, `mutiny`. */
  matters: Named[]
  /** Whether the player and the others are locked in. */
  isConfined: boolean
  /** The place that is locked. */
  locked?: Named
  /** Blood, footprints and the like, with what they are on. */
  traces: Trace[]
  /** Who locked, hid or took it, as the premise says. */
  culprit?: Named
  /** What is heard, and from where. */
  sound?: Sound
  /** What the player is, in the words of the premise or of the player: `night porter`. */
  self?: string
  /** Whether the player has said who they are, and it is none of its people. */
  isOutside?: boolean
  /** What it is about in one noun: a thing, a person or a place. */
  subject: Named
  /** What it says must be done. */
  need: Need
  /** What it asks, to the player: `who took the ring`. */
  question?: string
}
