import Type from 'typebox'
import { Condition, Effect } from './condition.ts'
import { optional, strictObject, Text } from './text.ts'

const oneOrMore = Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })]))
const effects = Type.Array(Effect)

/** When an act fits (every given key), before or instead of what the act does by itself. */
export const Rule = strictObject({
  on: optional(
    strictObject({
      act: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })]),
      thing: oneOrMore,
      with: oneOrMore,
      where: oneOrMore,
      person: oneOrMore,
      topic: oneOrMore,
      to: oneOrMore,
      place: oneOrMore,
    }),
    'The acts that the rule is about; "place" is where the player is. Without it, the rule is looked at once at the end of every turn.',
  ),
  when: Type.Optional(Condition),
  refuse: optional(Text, 'The act is refused with this text.'),
  order: optional(
    Type.Enum(['before', 'instead', 'after']),
    'before and after add to the act; instead replaces it. Defaults to after.',
  ),
  then: Type.Optional(effects),
  roll: optional(
    strictObject({
      task: Type.String({ minLength: 1 }),
      modifier: Type.Optional(Type.Number()),
      partial: Type.Optional(effects),
      failure: Type.Optional(effects),
    }),
    'A roll decides: "then" is for success.',
  ),
  once: Type.Optional(Type.Boolean()),
  confirm: optional(
    Text,
    'Asked first: what the act would close or cost. It happens when the player says yes; any other words leave it.',
  ),
})
export interface Rule extends Type.Static<typeof Rule> {}

/** An act of the campaign's own: verbs that players type, and the roles that they need. */
export const CustomAct = strictObject({
  verbs: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  roles: Type.Optional(Type.Array(Type.Enum(['thing', 'with', 'person', 'place', 'text']))),
  prepositions: Type.Optional(
    strictObject({
      with: Type.Optional(Type.Array(Type.String())),
      person: Type.Optional(Type.Array(Type.String())),
      place: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  otherwise: optional(Text, 'What happens when no rule fits.'),
  choice: optional(Type.String(), 'How it is offered: "Ring {thing}".'),
  weight: optional(
    Type.Number(),
    'How much it promises as a choice: higher comes first. With more than 6 it is offered like acts on what the player knows. Defaults to 6.',
  ),
})
export interface CustomAct extends Type.Static<typeof CustomAct> {}

/** An event of the plot, which happens once. */
export const Beat = strictObject({
  title: Type.Optional(Type.String()),
  when: Condition,
  priority: Type.Optional(Type.Enum(['critical', 'high', 'medium', 'low', 'optional'])),
  then: effects,
  unless: Type.Optional(Condition),
})
export interface Beat extends Type.Static<typeof Beat> {}

/** How a story may end. */
export const Ending = strictObject({
  title: Type.String({ minLength: 1 }),
  text: Text,
  when: Type.Optional(Condition),
  kind: Type.Optional(Type.Enum(['won', 'lost', 'open'])),
})
export interface Ending extends Type.Static<typeof Ending> {}

/** What the player tries to reach. */
export const Goal = strictObject({
  text: Type.String({ minLength: 1 }),
  known: Type.Optional(Condition),
  done: Condition,
})
export interface Goal extends Type.Static<typeof Goal> {}

/** Something that can be known. */
export const Fact = strictObject({
  text: Type.String({ minLength: 1 }),
  about: Type.Optional(Type.Array(Type.String())),
})
export interface Fact extends Type.Static<typeof Fact> {}
