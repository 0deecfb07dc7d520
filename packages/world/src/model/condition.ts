import type { JsonValue } from '@narratoria/protocol'
import Type from 'typebox'
import { Location, strictObject, Text } from './text.ts'

const pair = Type.Tuple([Type.String(), Type.String()])
const bounds = { min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) }
const Conditions = Type.Array(Type.Ref('Condition'))
const Effects = Type.Array(Type.Ref('Effect'))

const definitions = {
  Condition: Type.Union(
    [
      Conditions,
      strictObject({ all: Conditions }),
      strictObject({ any: Conditions }),
      strictObject({ not: Type.Ref('Condition') }),
      strictObject(
        { at: Type.Tuple([Type.String(), Location]) },
        '[thing, person or player, location]. What is in or on a thing at a place, or carried there, is at that place too.',
      ),
      strictObject({ is: pair }, '[thing or person, property], such as [lamp, lit].'),
      strictObject(
        { flag: Type.String(), equals: Type.Optional(Type.Unsafe<JsonValue>({})), ...bounds },
        'Without equals and bounds: the flag is neither absent, false nor 0.',
      ),
      strictObject({ visited: Type.String() }, 'A place that the player has been in.'),
      strictObject({ knows: pair }, '[person or player, fact]'),
      strictObject({ feeling: Type.String(), ...bounds }, 'How a person feels about the player, -100 to 100.'),
      strictObject({ reputation: Type.String(), ...bounds }, "The player's standing with a faction, -100 to 100."),
      strictObject(
        { turns: strictObject(bounds), since: Type.Optional(Type.String()) },
        'Turns played; with since, turns since that rule or beat happened.',
      ),
      strictObject({ happened: Type.String() }, 'A rule or beat that has happened.'),
      strictObject({ talked: pair }, '[person, topic]: the player heard that answer.'),
    ],
    { description: 'A condition on the state. A list means that all must hold.' },
  ),
  Effect: Type.Union(
    [
      strictObject({ say: Text }),
      strictObject({ speak: Type.Tuple([Type.String(), Text]) }, '[person, line]: said if they are present and alive.'),
      strictObject({ move: Type.Tuple([Type.String(), Location]) }, '[thing, person or player, location]'),
      strictObject(
        { make: Type.Union([pair, Type.Tuple([Type.String(), Type.String(), Type.Boolean()])]) },
        'Sets or clears a property: [lamp, lit], [gate, locked, false].',
      ),
      strictObject(
        { set: Type.String(), to: Type.Optional(Type.Unsafe<JsonValue>({})), add: Type.Optional(Type.Number()) },
        'Sets a flag, to true by default; with add, adds a number to it.',
      ),
      strictObject({ learn: pair }, '[person or player, fact]'),
      strictObject(
        { feel: Type.Tuple([Type.String(), Type.Number()]) },
        '[person, by]: changes how a person feels about the player.',
      ),
      strictObject(
        { reputation: Type.Tuple([Type.String(), Type.Number()]) },
        "[faction, by]: changes the player's standing.",
      ),
      strictObject(
        { exit: Type.Tuple([Type.String(), Type.String(), Type.Union([Type.String(), Type.Null()])]) },
        '[place, direction, place]: opens or redirects an exit; null removes it.',
      ),
      strictObject({ describe: Type.Tuple([Type.String(), Text]) }, '[place, thing or person, description]'),
      strictObject({
        show: strictObject({ asset: Type.String({ minLength: 1 }), caption: Type.Optional(Type.String()) }),
      }),
      strictObject({ ending: Type.String() }),
      strictObject({ if: Type.Ref('Condition'), then: Effects, else: Type.Optional(Effects) }),
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
