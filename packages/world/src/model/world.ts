import type { JsonObject } from '@narratoria/protocol'
import Type from 'typebox'
import { Person } from './people.ts'
import { Place, Thing } from './places.ts'
import { Beat, CustomAct, Ending, Fact, Goal, Rule } from './plot.ts'
import { StartState } from './state.ts'
import { idPattern, strict, Text } from './text.ts'

const Id = Type.String({ pattern: idPattern })
const anyObject = Type.Unsafe<JsonObject>({ type: 'object' })

/** A world: what a campaign's map, people and plot are compiled to. */
export const World = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    opening: Type.String({ description: 'Read before the first turn.' }),
    player: Type.Object(
      {
        at: Type.String({ description: 'The place where the story begins.' }),
        traits: Type.Optional(Type.Record(Type.String(), Type.Number())),
        description: Type.Optional(Text),
        health: Type.Optional(
          Type.Integer({ minimum: 1, description: 'Blows that the player stands. Defaults to 5.' }),
        ),
      },
      strict,
    ),
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
    factions: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({ name: Type.String(), reputation: Type.Optional(Type.Number()) }, strict),
        { description: 'How the player begins with each faction, -100 to 100.' },
      ),
    ),
    forbidden: Type.Optional(
      Type.Array(Type.Object({ act: Type.String(), text: Type.Optional(Text) }, strict), {
        description: 'Acts that this campaign does not allow.',
      }),
    ),
    limits: Type.Optional(
      Type.Array(Type.String(), { description: 'What no plan and no narration may break, one sentence each.' }),
    ),
    state: Type.Optional(StartState),
    choicesOnly: Type.Optional(Type.Boolean({ description: 'Only choices are played, no free words.' })),
  },
  strict,
)
export type World = Type.Static<typeof World>
