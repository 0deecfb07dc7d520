import type { JsonValue } from '@narratoria/protocol'
import Type from 'typebox'
import { Location, strict, Text } from './text.ts'

const pair = Type.Tuple([Type.String(), Type.String()])
const bounds = { min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) }
const Conditions = Type.Array(Type.Ref('Condition'))
const Effects = Type.Array(Type.Ref('Effect'))

const definitions = {
  Condition: Type.Union(
    [
      Conditions,
      Type.Object({ all: Conditions }, strict),
      Type.Object({ any: Conditions }, strict),
      Type.Object({ not: Type.Ref('Condition') }, strict),
      Type.Object(
        { at: Type.Tuple([Type.String(), Location]) },
        {
          ...strict,
          description:
            '[thing, person or player, location]. What is in or on a thing at a place, or carried there, is at that place too.',
        },
      ),
      Type.Object({ is: pair }, { ...strict, description: '[thing or person, property], such as [lamp, lit].' }),
      Type.Object(
        { flag: Type.String(), equals: Type.Optional(Type.Unsafe<JsonValue>({})), ...bounds },
        { ...strict, description: 'Without equals and bounds: the flag is neither absent, false nor 0.' },
      ),
      Type.Object({ visited: Type.String() }, { ...strict, description: 'A place that the player has been in.' }),
      Type.Object({ knows: pair }, { ...strict, description: '[person or player, fact]' }),
      Type.Object(
        { feeling: Type.String(), ...bounds },
        { ...strict, description: 'How a person feels about the player, -100 to 100.' },
      ),
      Type.Object(
        { reputation: Type.String(), ...bounds },
        { ...strict, description: "The player's standing with a faction, -100 to 100." },
      ),
      Type.Object(
        { turns: Type.Object(bounds, strict), since: Type.Optional(Type.String()) },
        { ...strict, description: 'Turns played; with since, turns since that rule or beat happened.' },
      ),
      Type.Object({ happened: Type.String() }, { ...strict, description: 'A rule or beat that has happened.' }),
      Type.Object({ talked: pair }, { ...strict, description: '[person, topic]: the player heard that answer.' }),
    ],
    { description: 'A condition on the state. A list means that all must hold.' },
  ),
  Effect: Type.Union(
    [
      Type.Object({ say: Text }, strict),
      Type.Object(
        { speak: Type.Tuple([Type.String(), Text]) },
        { ...strict, description: '[person, line]: said if they are present and alive.' },
      ),
      Type.Object(
        { move: Type.Tuple([Type.String(), Location]) },
        { ...strict, description: '[thing, person or player, location]' },
      ),
      Type.Object(
        { make: Type.Union([pair, Type.Tuple([Type.String(), Type.String(), Type.Boolean()])]) },
        { ...strict, description: 'Sets or clears a property: [lamp, lit], [gate, locked, false].' },
      ),
      Type.Object(
        { set: Type.String(), to: Type.Optional(Type.Unsafe<JsonValue>({})), add: Type.Optional(Type.Number()) },
        { ...strict, description: 'Sets a flag, to true by default; with add, adds a number to it.' },
      ),
      Type.Object({ learn: pair }, { ...strict, description: '[person or player, fact]' }),
      Type.Object(
        { feel: Type.Tuple([Type.String(), Type.Number()]) },
        { ...strict, description: '[person, by]: changes how a person feels about the player.' },
      ),
      Type.Object(
        { reputation: Type.Tuple([Type.String(), Type.Number()]) },
        { ...strict, description: "[faction, by]: changes the player's standing." },
      ),
      Type.Object(
        { exit: Type.Tuple([Type.String(), Type.String(), Type.Union([Type.String(), Type.Null()])]) },
        { ...strict, description: '[place, direction, place]: opens or redirects an exit; null removes it.' },
      ),
      Type.Object(
        { describe: Type.Tuple([Type.String(), Text]) },
        { ...strict, description: '[place, thing or person, description]' },
      ),
      Type.Object(
        {
          show: Type.Object({ asset: Type.String({ minLength: 1 }), caption: Type.Optional(Type.String()) }, strict),
        },
        strict,
      ),
      Type.Object({ ending: Type.String() }, strict),
      Type.Object({ if: Type.Ref('Condition'), then: Effects, else: Type.Optional(Effects) }, strict),
    ],
    { description: 'A change of the state, or a text that the player reads.' },
  ),
}

/** A condition on the state. A list means that all must hold. */
export const Condition = Type.Cyclic(definitions, 'Condition')
export type Condition = Type.Static<typeof Condition>

/** A change of the state, or a text that the player reads. */
export const Effect = Type.Cyclic(definitions, 'Effect')
export type Effect = Type.Static<typeof Effect>
