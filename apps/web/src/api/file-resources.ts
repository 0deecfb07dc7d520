import Type from 'typebox'
import { nullable } from './schema-parts.ts'

/** What an imported file became. */
export const FileImport = Type.Object({
  kind: Type.Enum(['card', 'lorebook', 'chat', 'story']),
  session: Type.Optional(
    Type.Object(
      { sessionId: Type.String(), title: Type.String(), turns: Type.Integer() },
      { description: 'The session that was stored, or that got the lorebook.' },
    ),
  ),
  campaign: Type.Optional(
    Type.Object({ name: Type.String(), title: Type.String() }, { description: 'The campaign that was made.' }),
  ),
  taken: Type.Array(Type.String(), { description: 'What was taken over.' }),
  leftOut: Type.Array(Type.String(), { description: 'What was left out, and why.' }),
})
export type FileImport = Type.Static<typeof FileImport>

/** An entry of a lorebook. */
export const LoreEntryView = Type.Object({
  name: Type.String(),
  keys: Type.Array(Type.String()),
  secondaryKeys: Type.Array(Type.String()),
  content: Type.String(),
  enabled: Type.Boolean(),
  constant: Type.Boolean(),
  when: Type.Array(Type.String(), { description: 'Conditions on the state.' }),
})
export type LoreEntryView = Type.Static<typeof LoreEntryView>

/** A lorebook of a session or of its campaign. */
export const LorebookView = Type.Object({
  name: Type.String(),
  description: Type.String(),
  own: Type.Boolean({ description: 'Whether it belongs to the session. Others belong to its campaign.' }),
  entries: Type.Array(LoreEntryView),
  warnings: Type.Array(Type.String(), { description: 'What is not supported.' }),
})
export type LorebookView = Type.Static<typeof LorebookView>

/** Words that the player might write. */
export const LoreWords = Type.Object({ words: Type.String({ maxLength: 10_000 }) })
export type LoreWords = Type.Static<typeof LoreWords>

/** Whether an entry fits, and why. */
export const LoreVerdictView = Type.Object({
  book: Type.String(),
  name: Type.String(),
  used: Type.Boolean(),
  reason: Type.Enum([
    'constant',
    'key',
    'recursion',
    'sticky',
    'disabled',
    'no_key',
    'secondary_keys',
    'excluded_key',
    'condition',
    'too_early',
    'other_message',
    'other_greeting',
    'cooldown',
    'probability',
    'group',
    'budget',
  ]),
  detail: nullable(Type.String(), { description: 'The key, condition or group that decided.' }),
  text: Type.String({ description: 'What the narrating model is sent. Empty for an entry that is not used.' }),
  tokens: Type.Integer(),
})
export type LoreVerdictView = Type.Static<typeof LoreVerdictView>
