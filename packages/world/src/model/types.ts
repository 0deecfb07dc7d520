import type { JsonObject, JsonValue } from '@narratoria/protocol'

/**
 * Where a thing or person is: the id of a place, `player` (carried), the id of a person (carried by them), `in:THING`,
 * `on:THING`, or `nowhere`. Ids of places, things and people are unique among each other and match `[a-z][a-z0-9_]*`.
 */
export type Location = string

/** One text, or several that are used in turn; the last one is used again. */
export type Text = string | string[]

/** A condition on the state. Exactly one key is given, apart from the bounds. A list means that all must hold. */
export type Condition =
  | Condition[]
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  /** [thing, person or "player", location]. What is in or on a thing at a place is at that place too. */
  | { at: [string, Location] }
  /** [thing or person, property], such as [lamp, lit], [gate, locked], [oleg, dead]. */
  | { is: [string, string] }
  /** A flag that effects set. Without `equals`: it is neither absent, `false` nor 0. */
  | { flag: string; equals?: JsonValue; min?: number; max?: number }
  /** A place that the player has been in. */
  | { visited: string }
  /** [person or "player", fact] */
  | { knows: [string, string] }
  /** How a person feels about the player, −100 to 100. */
  | { feeling: string; min?: number; max?: number }
  /** The player's standing with a faction, −100 to 100. */
  | { reputation: string; min?: number; max?: number }
  /** Turns played; with `since`, turns since that rule or beat happened (false if it never did). */
  | { turns: { min?: number; max?: number }; since?: string }
  /** A rule or beat that has happened. */
  | { happened: string }
  /** [person, topic]: the player heard that answer. */
  | { talked: [string, string] }

/** A change of the state, or a text that the player reads. Exactly one key is given, apart from extras. */
export type Effect =
  | { say: Text }
  /** A person says something, if they are present and alive. */
  | { speak: [person: string, line: Text] }
  | { move: [thingPersonOrPlayer: string, to: Location] }
  /** Sets or clears a property: `{ make: [lamp, lit] }`, `{ make: [gate, locked, false] }`. */
  | { make: [string, string] | [string, string, boolean] }
  /** Sets a flag; with `add`, adds a number to it. */
  | { set: string; to?: JsonValue; add?: number }
  /** A person or the player learns a fact. */
  | { learn: [string, string] }
  /** Changes how a person feels about the player. */
  | { feel: [person: string, by: number] }
  /** Changes the player's standing with a faction, through the skill `reputation`. */
  | { reputation: [faction: string, by: number] }
  /** Opens, closes or redirects an exit: `{ exit: [hall, north, cellar] }`, `null` removes it. */
  | { exit: [place: string, direction: string, to: string | null] }
  | { describe: [placeThingOrPerson: string, description: Text] }
  | { show: { asset: string; caption?: string } }
  | { ending: string }
  | { if: Condition; then: Effect[]; else?: Effect[] }

export interface Named {
  /** As in running text without an article: "brass key", "engine room", "Oleg". */
  name: string
  /** Other names that a player may type. */
  aliases?: string[]
  description?: Text
  /** Replaces `description` while the condition holds; the first that holds is used. */
  variants?: { when: Condition; description: Text }[]
  image?: string
}

export interface Place extends Named {
  /** By direction (`north`, `up`, `in`, …) or by a word of the place's own (`ladder`). A string is the id of a place. */
  exits?: Record<string, string | Exit>
  /** Nothing is seen without light. */
  dark?: boolean
  /** Things that are only described: noun → text. */
  scenery?: Record<string, Text>
  sound?: Text
  smell?: Text
  /** Read on the first visit, before the description. */
  first?: Text
}

export interface Exit {
  to: string
  /** A thing that must be open. It is in reach from both sides. */
  door?: string
  when?: Condition
  /** Why the exit cannot be used while `when` does not hold. */
  blocked?: Text
}

export interface Thing extends Named {
  at: Location
  /** "a", "an", "the", "some" or "". Defaults by the name. */
  article?: string
  plural?: boolean
  /** Whether it can be carried. Defaults to true; false for scenery-like things, doors and supporters. */
  portable?: boolean
  /** Why it cannot be taken. */
  fixed?: Text
  container?: boolean | { capacity: number }
  supporter?: boolean
  openable?: boolean
  lockable?: boolean
  /** What unlocks it. */
  key?: string
  /** Chance of opening it by force or by picking the lock, as a 2d6 modifier; absent: impossible. */
  force?: number
  light?: boolean
  /** A light that is lit with this thing (`matches`); absent: lit by itself. */
  litWith?: string
  /** Turns that it burns. Absent: for ever. */
  fuel?: number
  wearable?: boolean
  edible?: boolean
  drinkable?: boolean
  /** Bonus in a fight. */
  weapon?: number
  text?: Text
  /** Whose it is: taking it in front of them, or of people who would tell, is theft. */
  owner?: string
  /** Properties that hold from the start: `open`, `locked`, `lit`, `worn`, `hidden`, `broken`, or the campaign's own. */
  is?: string[]
  /** How it appears in the description of its place ("A lamp hangs from a hook."), while it was never moved. */
  appearance?: Text
}

export interface Person extends Named {
  at: Location
  pronoun?: 'she' | 'he' | 'they'
  faction?: string
  /** One word or phrase for how they do things: honest, liar, evasive, shy, talkative, gossip, brave, coward. */
  manner?: string[]
  traits?: string[]
  greeting?: Text
  farewell?: Text
  /** What they are doing here: "mends a net". */
  doing?: Text
  /** Said when asked for what they know nothing about. */
  unknown?: Text
  topics?: Record<string, Topic>
  wants?: Want[]
  /** Facts that they know from the start. */
  knows?: string[]
  /** Starting value of how they feel about the player; absent: from the faction's reputation. */
  feeling?: number
  /** Blows that they stand. Absent: 3. */
  health?: number
  /** Bonus of theirs in a fight. */
  fights?: number
  /** Attacks the player while this holds. */
  hostile?: Condition
  /** Walks from place to place by turn. */
  route?: { places: string[]; every: number; when?: Condition }
  follows?: Condition
  portrait?: string
}

export interface Topic {
  /** Words that a player may use for it. The topic's id is one too. */
  keywords?: string[]
  answer: Text
  when?: Condition
  /** Said instead of `answer` by those whose manner is `liar`, or while `lieWhen` holds. */
  lie?: Text
  lieWhen?: Condition
  /** Said while the person's feeling about the player is below `trust`. */
  trust?: number
  refusal?: Text
  /** A fact that the player learns by the answer. */
  fact?: string
  then?: Effect[]
  /** Offered as a choice, in these words: "Ask Oleg about the storm". Defaults by the topic's id. */
  choice?: string
}

export interface Want {
  /** A thing that they want to be given. */
  thing: string
  when?: Condition
  thanks: Text
  then?: Effect[]
}

/** When an act fits (every given key), before or instead of what the act does by itself. */
export interface Rule {
  /** Acts that the rule is about. Absent: the rule is looked at once at the end of every turn. */
  on?: {
    act: string | string[]
    thing?: string | string[]
    with?: string | string[]
    where?: string | string[]
    person?: string | string[]
    topic?: string | string[]
    to?: string | string[]
    /** Where the player is. */
    place?: string | string[]
  }
  when?: Condition
  /** The act is refused with this text. */
  refuse?: Text
  /** `before` and `after` add to the act; `instead` replaces it. Defaults to `after`. */
  order?: 'before' | 'instead' | 'after'
  then?: Effect[]
  /** A roll decides: `then` is for success. */
  roll?: { task: string; modifier?: number; partial?: Effect[]; failure?: Effect[] }
  once?: boolean
}

/** An act of the campaign's own: verbs that players type, and the roles that they need. */
export interface CustomAct {
  verbs: string[]
  roles?: ('thing' | 'with' | 'person' | 'place' | 'text')[]
  prepositions?: Partial<Record<'with' | 'person' | 'place', string[]>>
  /** What happens when no rule fits. */
  otherwise?: Text
  /** How it is offered: "Ring {thing}". */
  choice?: string
}

export interface Beat {
  title?: string
  when: Condition
  priority?: 'critical' | 'high' | 'medium' | 'low' | 'optional'
  then: Effect[]
  /** Skipped for good once this holds. */
  unless?: Condition
}

export interface Ending {
  title: string
  text: Text
  /** The ending comes by itself when this holds; absent: only by the effect `ending`. */
  when?: Condition
  kind?: 'won' | 'lost' | 'open'
}

export interface Goal {
  text: string
  /** Shown once this holds. Defaults to always. */
  known?: Condition
  done: Condition
}

export interface Fact {
  text: string
  about?: string[]
}

/** A world: what a campaign's map, people and plot are compiled to. */
export interface World {
  title: string
  /** Read before the first turn. */
  opening: string
  player: { at: string; traits?: Record<string, number>; description?: Text; health?: number }
  places: Record<string, Place>
  things: Record<string, Thing>
  people: Record<string, Person>
  facts?: Record<string, Fact>
  flags?: JsonObject
  acts?: Record<string, CustomAct>
  rules?: Record<string, Rule>
  beats?: Record<string, Beat>
  goals?: Record<string, Goal>
  endings?: Record<string, Ending>
  /** Facts of factions: name → how the player begins with them. */
  factions?: Record<string, { name: string; reputation?: number }>
  /** Act names that this campaign does not allow, such as `attack`. */
  forbidden?: { act: string; text?: Text }[]
  /** Only choices are played, no free words. Defaults to false. */
  choicesOnly?: boolean
}
