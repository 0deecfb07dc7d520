import Type from 'typebox'
import { inProject, layout } from '../files/layout.ts'
import { readJson } from '../files/read-json.ts'

/** The schema of `state.json`: the current state of the novel. */
export const StoryState = Type.Object(
  {
    format_version: Type.Literal(1),
    novel_name: Type.String({ minLength: 1 }),
    genre: Type.String(),
    premise: Type.String(),
    setting: Type.String(),
    tone: Type.String(),
    current_tick: Type.Integer({ minimum: 0, description: 'The last tick that was written or skipped.' }),
    active_character: Type.String({ minLength: 1, description: 'The id of the protagonist.' }),
    created_at: Type.String(),
    last_updated: Type.String(),
  },
  { description: 'Raise current_tick by one to skip a failed tick.' },
)
export type StoryState = Type.Static<typeof StoryState>

/** Reads a project's `state.json`. @throws {StoryError} `invalid_project` */
export function readState(folder: string): StoryState {
  return readJson(inProject(folder, layout.state), StoryState)
}
