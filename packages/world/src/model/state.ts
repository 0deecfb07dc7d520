import type { JsonObject, JsonValue } from '@narratoria/protocol'
import Type from 'typebox'
import { Location, optional, Text } from './text.ts'

const anyObject = Type.Unsafe<JsonObject>({ type: 'object' })
const turn = Type.Integer({ minimum: 0 })
const count = Type.Integer({ minimum: 0 })

function byId<T extends Type.TSchema>(schema: T, description: string) {
  return optional(Type.Record(Type.String(), schema), description)
}

/** Something that the player or a person did. */
export const Deed = Type.Object({
  turn: Type.Integer({ minimum: 0, description: "The session's number of the turn." }),
  act: Type.String(),
  by: Type.String({ description: 'Who did it: player or a person.' }),
  thing: Type.Optional(Type.String()),
  person: Type.Optional(Type.String()),
  place: Type.String(),
  from: Type.Optional(Location),
  text: optional(Type.String(), 'The words, of what was said.'),
  important: optional(Type.Boolean(), 'Whether those who were present know it and may pass it on.'),
})
export interface Deed extends Type.Static<typeof Deed> {}

/** What pronouns refer to, and the last question of the parser. */
export const Focus = Type.Object({
  it: Type.Optional(Type.String()),
  him: Type.Optional(Type.String()),
  her: Type.Optional(Type.String()),
  them: Type.Optional(Type.Array(Type.String())),
  last: optional(Type.Unsafe<JsonValue>({}), 'The previous acts, for "again".'),
  person: optional(Type.String(), 'Who was talked to last.'),
  flare: optional(
    Type.Integer(),
    "A match or the like burns during this turn of the session, counted as the report's.",
  ),
  price: optional(Type.String(), 'The last sentence that named a price.'),
  described: optional(
    Type.Object({ seq: Type.Integer(), turn, place: Type.String() }),
    'The place that was described in full, and in which turn of the session.',
  ),
  pending: optional(
    Type.Object({ act: anyObject, role: Type.String(), between: Type.Array(Type.String()) }),
    'An act with one role open, and what it may be. The next words are read as the answer first.',
  ),
})
export interface Focus extends Type.Static<typeof Focus> {}

/** One sentence or paragraph of what happened. */
export const ReportEntry = Type.Object({
  act: Type.String(),
  refused: optional(Type.Boolean(), 'The act was refused by the world, not failed.'),
  text: Type.String({ minLength: 1, description: 'What the player reads.' }),
  speaker: optional(Type.String(), 'Who the line is by, for speech.'),
  kind: Type.Optional(Type.Enum(['act', 'speech', 'event', 'beat', 'ending', 'roll', 'place', 'answer', 'question'])),
})
export interface ReportEntry extends Type.Static<typeof ReportEntry> {}

/** What happened in a turn, in order: key = position from "1". */
export const Report = Type.Object({
  seq: Type.Integer({ description: "The session's number of the turn, so that an old report is recognised." }),
  entries: Type.Record(Type.String(), ReportEntry),
})
export interface Report extends Type.Static<typeof Report> {}

/**
 * What differs from the world: the session's state under the key `world`. It is changed by merge patches only, so that its
 * collections are objects by id. `{}` is the state before the first turn.
 */
export const WorldState = Type.Object({
  turn: optional(Type.Integer({ minimum: 0 }), 'Number of turns that took time.'),
  at: byId(Location, 'Places of the player (key player), and of things and people that have moved.'),
  is: byId(Type.Record(Type.String(), Type.Boolean()), 'Changed properties: id to property to whether it holds.'),
  flags: Type.Optional(anyObject),
  visited: byId(turn, 'Place to turn of the first visit.'),
  came: optional(Type.String(), 'The place that the player last left on foot.'),
  standing: byId(Type.Number(), "Changes of the player's standing with factions."),
  feelings: byId(Type.Number(), 'Changes of how people feel about the player.'),
  knows: byId(
    Type.Record(Type.String(), Type.Object({ turn, from: Type.Optional(Type.String()) })),
    'Per person or player and per fact or deed: the turn in which they learnt it, and from whom (absent: seen).',
  ),
  deeds: byId(Deed, 'What happened: the last deeds, and the last important ones.'),
  happened: byId(turn, 'Rules, beats and other single events to turn.'),
  exits: byId(
    Type.Record(Type.String(), Type.String()),
    'Changed exits: place to direction to a place, or nowhere for one that was removed.',
  ),
  descriptions: byId(Text, 'Changed descriptions.'),
  used: byId(count, 'How often each text that is used in turn was used.'),
  talked: byId(
    Type.Record(Type.String(), Type.Object({ turn, lie: Type.Optional(Type.Boolean()), said: Type.Optional(count) })),
    'Person to topic to the turn of the last answer, whether it was a lie, and which of several texts it was, from 0.',
  ),
  said: byId(
    Type.Record(Type.String(), Type.Object({ turn: count, line: Type.String() })),
    "Person to the last lines that the player heard from them, by number, with the session's number of the turn.",
  ),
  sighted: byId(
    Type.Object({ place: Type.String(), turn, way: Type.Optional(Type.String()) }),
    'Person to where the player saw them last, and by which exit they left.',
  ),
  traits: byId(
    Type.Number(),
    "What is added to the player's rolls whose task names it, in addition to what the world adds.",
  ),
  wounds: byId(count, 'Wounds of people and of player.'),
  burned: byId(count, 'Turns that a light has burned.'),
  added: optional(anyObject, 'Things, people, places and facts that a narration added, in the shapes of the world.'),
  focus: Type.Optional(Focus),
  report: Type.Optional(Report),
  ended: optional(Type.String(), 'The ending that was reached.'),
  model: optional(anyObject, 'A world that belongs to the session alone.'),
  campaign: optional(
    Type.Object({ name: Type.String(), version: Type.String(), digest: Type.String() }),
    'The campaign of the session, unless it has a model.',
  ),
})
export interface WorldState extends Type.Static<typeof WorldState> {}

/** What has happened in a world before its story begins. Positions, flags and properties of things are in the world itself. */
export const StartState = Type.Object(
  {
    turn: WorldState.properties.turn,
    is: WorldState.properties.is,
    visited: WorldState.properties.visited,
    came: WorldState.properties.came,
    standing: WorldState.properties.standing,
    feelings: WorldState.properties.feelings,
    knows: WorldState.properties.knows,
    happened: WorldState.properties.happened,
    exits: WorldState.properties.exits,
    used: WorldState.properties.used,
    talked: WorldState.properties.talked,
    sighted: WorldState.properties.sighted,
    traits: WorldState.properties.traits,
    wounds: WorldState.properties.wounds,
    burned: WorldState.properties.burned,
  },
  {
    additionalProperties: false,
    description: 'What has happened before the story begins, as in the state of a session.',
  },
)
export interface StartState extends Type.Static<typeof StartState> {}
