import Type from 'typebox'

/** How the novel is narrated. Scenes are checked against it after they are written. */
export const StyleSheet = Type.Object({
  tense: Type.Optional(Type.Enum(['past', 'present'])),
  person: Type.Optional(Type.Enum(['first', 'second', 'third'])),
  tone: Type.Optional(Type.String({ description: 'In words, for models.' })),
  avoid: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), { description: 'Words and phrases that no scene uses.' }),
  ),
})
export type StyleSheet = Type.Static<typeof StyleSheet>

/** The style sheet of a config with its defaults. */
export function styleOf({ style = {} }: { style?: StyleSheet }) {
  return {
    tense: style.tense,
    person: style.person,
    tone: style.tone,
    avoid: (style.avoid ?? []).map((word) => word.toLowerCase()),
  }
}
