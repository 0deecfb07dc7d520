import type { JsonObject } from '@narratoria/protocol'
import Type from 'typebox'
import { Person } from './people.ts'
import { Place, Thing } from './places.ts'
import { Beat, CustomAct, Ending, Fact, Goal, Rule } from './plot.ts'
import { StartState } from './state.ts'
import { idPattern, optional, strict, strictObject, Text } from './text.ts'

const Id = Type.String({ pattern: idPattern })
const anyObject = Type.Unsafe<JsonObject>({ type: 'object' })

/** A world: what a campaign's map, people and plot are compiled to. */
export const World = strictObject({
  title: Type.String({ minLength: 1 }),
  opening: Type.String({ description: 'Read before the first turn.' }),
  player: strictObject({
    at: Type.String({ description: 'The place where the story begins.' }),
    traits: Type.Optional(Type.Record(Type.String(), Type.Number())),
    description: Type.Optional(Text),
    health: optional(Type.Integer({ minimum: 1 }), 'Blows that the player stands. Defaults to 5.'),
  }),
  places: Type.Record(Id, Place, strict),
  things: Type.Record(Id, Thing, strict),
  people: Type.Record(Id, Person, strict),
  facts: Type.Optional(Type.Record(Type.String(), Fact)),
  flags: Type.Optional(anyObject),
  acts: Type.Optional(Type.Record(Type.String(), CustomAct)),
  rules: Type.Optional(Type.Record(Type.String(), Rule)),
  beats: Type.Optional(Type.Record(Type.String(), Beat)),
  goals: Type.Optional(Type.Record(Type.String(), Goal)),
  endings: Type.Optional(Type.Record(Type.String(), Ending)),
  factions: optional(
    Type.Record(Type.String(), strictObject({ name: Type.String(), reputation: Type.Optional(Type.Number()) })),
    'How the player begins with each faction, -100 to 100.',
  ),
  forbidden: optional(
    Type.Array(strictObject({ act: Type.String(), text: Type.Optional(Text) })),
    'Acts that this campaign does not allow.',
  ),
  limits: optional(Type.Array(Type.String()), 'What no plan and no narration may break, one sentence each.'),
  state: Type.Optional(StartState),
  choicesOnly: optional(Type.Boolean(), 'Only choices are played, no free words.'),
})
export interface World extends Type.Static<typeof World> {}
