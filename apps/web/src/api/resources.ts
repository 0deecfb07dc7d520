import { CharacterAnswers, CharacterQuestion } from './character.ts'
import { Choice } from '@narratoria/protocol'
import Type from 'typebox'
import { AnyObject, AnyValue, filledText, nullable, time } from './schema-parts.ts'
import { ShareRole } from './share-resources.ts'
import { AssetView, UiEventView } from './turn-view.ts'

/** The limit of a prompt, in characters. */
export const maxPromptLength = 10_000

/** Why a request was refused; the message is for the player. */
export const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.String({ description: 'Stable, to branch on.' }),
    message: Type.String({ description: 'What is wrong and what to do.' }),
    issues: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
        description: 'What is wrong with each field.',
      }),
    ),
  }),
})
export type ErrorBody = Type.Static<typeof ErrorBody>

/** The server and its settings. */
export const HostInfo = Type.Object({
  version: Type.String(),
  opening: Type.Object(
    { text: Type.String(), choices: Type.Array(Choice) },
    { description: 'Shown in a story without turns.' },
  ),
  maxPromptLength: Type.Integer(),
  share: Type.Object({
    isOn: Type.Boolean({ description: 'Whether other people can be invited.' }),
    guest: nullable(
      Type.Object({ id: Type.String(), name: Type.String(), role: ShareRole, sessionId: Type.String() }),
      { description: 'The guest who asks; null for the host.' },
    ),
  }),
  settings: Type.Object({
    planner: Type.String({ description: 'The current planner.' }),
    model: nullable(Type.String({ description: 'The current model; null if none is used.' })),
    playing: nullable(
      Type.String({ description: 'Which models plan and narrate, and where they run; null if the host does not say.' }),
    ),
    planners: Type.Array(Type.Object({ id: Type.String(), label: Type.String() }), {
      description: 'The available planners. Empty if the host does not allow a change.',
    }),
    models: Type.Array(Type.Object({ id: Type.String(), label: Type.String() }), {
      description: 'The available models.',
    }),
  }),
})
export type HostInfo = Type.Static<typeof HostInfo>

/** A change of planner or model. */
export const SettingsChange = Type.Object({
  planner: Type.Optional(Type.String({ maxLength: 100 })),
  model: Type.Optional(Type.String({ maxLength: 4_096 })),
})
export type SettingsChange = Type.Static<typeof SettingsChange>

/** A session in a list. */
export const SessionEntry = Type.Object({
  sessionId: Type.String(),
  name: nullable(Type.String()),
  title: Type.String(),
  tags: Type.Array(Type.String()),
  turns: Type.Integer({ description: 'The number of stored turns on all branches.' }),
  createdAt: time(),
  updatedAt: time(),
})
export type SessionEntry = Type.Static<typeof SessionEntry>

/** A session in the list of stories. */
export const SessionCard = Type.Object({
  ...SessionEntry.properties,
  lastLine: Type.String({
    description: 'The end of the last narration. Empty before the first turn, and after the first 50.',
  }),
  lineLength: Type.Integer({
    description: 'The number of turns of the branch that is played. After the first 50, of all branches.',
  }),
  pictureUrl: nullable(
    Type.String({
      description:
        'The picture that was shown last, if it was in one of the last four turns. The cover of the campaign is used instead of none or of a placeholder.',
    }),
  ),
})
export type SessionCard = Type.Static<typeof SessionCard>

/** A campaign to begin. */
export const CampaignEntry = Type.Object({
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  genre: nullable(Type.String()),
  coverUrl: nullable(Type.String({ description: 'The address of a picture on this server.' })),
  openings: Type.Array(Type.String(), { description: 'The texts to choose from, if there are several.' }),
  questions: Type.Array(CharacterQuestion, { description: 'What is asked before the story begins.' }),
})
export type CampaignEntry = Type.Static<typeof CampaignEntry>

/** A message for the player about the condition of the store. */
export const StoreNoticeView = Type.Object({
  code: Type.Enum(['damaged_file_set_aside', 'damage_found', 'changes_lost', 'migrated', 'read_only']),
  message: Type.String({ description: 'Text for the player, without file paths.' }),
})
export type StoreNoticeView = Type.Static<typeof StoreNoticeView>

/** The current session. */
export const SessionDetail = Type.Object({
  ...SessionEntry.properties,
  opening: Type.String({ description: 'The opening text. Empty if the opening of the host is used.' }),
  openingChoices: Type.Array(Choice, {
    description: 'What can be chosen before the first turn. Empty after it, and if the choices of the host are used.',
  }),
  head: nullable(Type.String({ description: 'The turn that the next turn will follow.' })),
  lineLength: Type.Integer({ description: 'The number of turns from the first turn to the head.' }),
  revision: Type.Integer({
    description: 'How often the text of a turn was replaced. Read the turns again when it grows.',
  }),
  canUndo: Type.Boolean(),
  canRedo: Type.Boolean(),
  lostTurn: nullable(
    Type.Object(
      { seq: Type.Integer(), prompt: Type.String(), startedAt: time() },
      { description: 'A turn that was interrupted when its host exited. It is not part of the story.' },
    ),
  ),
  notices: Type.Array(StoreNoticeView, { description: 'Notices about the store of all sessions.' }),
})
export type SessionDetail = Type.Static<typeof SessionDetail>

/** A new session. Without a name it has only an id. It begins as the host's stories do, in a campaign, or with a premise. */
export const NewSession = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
  campaign: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The name of a campaign.' })),
  openingNumber: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Which opening of the campaign the session begins with. Defaults to 1.' }),
  ),
  character: Type.Optional(CharacterAnswers),
  premise: Type.Optional(filledText(2_000, 'Its world is built from this.')),
  genre: Type.Optional(filledText(100, 'Of the world that is built from the premise.')),
  tone: Type.Optional(filledText(100, 'How the narrating model narrates.')),
})
export type NewSession = Type.Static<typeof NewSession>

/** What is asked about a premise before a session begins with it. */
export const PremiseToAsk = Type.Object({
  premise: filledText(2_000),
  genre: Type.Optional(filledText(100)),
  player: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'The answer to who the player is, which is not asked again.' }),
  ),
})
export type PremiseToAsk = Type.Static<typeof PremiseToAsk>

/** The new name of a session, which is also its title. */
export const NewName = Type.Object({ name: filledText(120) })
export type NewName = Type.Static<typeof NewName>

/** A prompt of the player. */
export const NewTurn = Type.Object({
  prompt: Type.String({
    minLength: 1,
    maxLength: maxPromptLength,
    // Not blank, and without U+0000, which programs would cut off.
    pattern: String.raw`^[^\u0000]*[^\s\u0000][^\u0000]*$`,
  }),
})
export type NewTurn = Type.Static<typeof NewTurn>

/** Another text of a turn. What is left out stays. */
export const TurnEdit = Type.Object(
  {
    prompt: Type.Optional(filledText(maxPromptLength)),
    narrative: Type.Optional(filledText(100_000)),
  },
  { minProperties: 1 },
)
export type TurnEdit = Type.Static<typeof TurnEdit>

/** The texts of a turn in the order in which they were written: first the text as played. */
export const TurnTexts = Type.Object({
  texts: Type.Array(Type.Object({ prompt: Type.String(), narrative: Type.String(), createdAt: time() })),
})
export type TurnTexts = Type.Static<typeof TurnTexts>

/** A change of the notes. What is left out stays; a blank text, an empty list or `null` removes its part. */
export const NotesEdit = Type.Object(
  {
    style: Type.Optional(nullable(Type.String({ maxLength: 4_000 }))),
    persona: Type.Optional(nullable(Type.String({ maxLength: 4_000 }))),
    pinned: Type.Optional(nullable(Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { maxItems: 100 }))),
    note: Type.Optional(
      nullable(
        Type.Object({ text: Type.String({ maxLength: 4_000 }), depth: Type.Integer({ minimum: 0, maximum: 100 }) }),
      ),
    ),
  },
  { additionalProperties: false },
)
export type NotesEdit = Type.Static<typeof NotesEdit>

/** The turn that was started. Its progress is reported on the event stream. */
export const TurnBegun = Type.Object({ turnId: Type.String(), seq: Type.Integer() })
export type TurnBegun = Type.Static<typeof TurnBegun>

/** The new head: a turn, or `null` before the first one. */
export const HeadMove = Type.Object({ turnId: nullable(Type.String({ maxLength: 200 })) })
export type HeadMove = Type.Static<typeof HeadMove>

/** A branch of a session, from its first turn that no older branch has. */
export const BranchView = Type.Object({
  turnId: Type.String({ description: 'The last turn.' }),
  parent: nullable(
    Type.String({ description: 'The `turnId` of the branch on which this one begins; `null` if it shares no turn.' }),
  ),
  firstTurn: Type.Integer({ description: 'The number of its first turn in its line, from 1.' }),
  lastTurn: Type.Integer({ description: 'The number of its last turn.' }),
  firstPrompt: Type.String(),
  lastPrompt: Type.String(),
  label: nullable(Type.String()),
  isCurrent: Type.Boolean({ description: 'Whether the story goes on here.' }),
})
export type BranchView = Type.Static<typeof BranchView>

/** A turn of the played line, with the fields that the story shows. */
export const TurnItem = Type.Object({
  turnId: Type.String(),
  seq: Type.Integer(),
  parentId: nullable(Type.String()),
  prompt: Type.String(),
  narrative: Type.String(),
  createdAt: time(),
  choices: Type.Array(Choice),
  assets: Type.Array(AssetView),
  uiEvents: Type.Array(UiEventView),
  fallback: Type.Boolean({ description: 'True when no plan succeeded and templates narrated the turn.' }),
  failures: Type.Array(Type.String(), { description: 'What failed during the turn, as text for the player.' }),
  alternatives: Type.Array(Type.String(), {
    description: 'All turns played at this point, including this one, oldest first.',
  }),
  texts: Type.Object(
    { position: Type.Integer({ minimum: 1 }), count: Type.Integer({ minimum: 1 }) },
    { description: 'The place of this text among all texts of these turns.' },
  ),
})
export type TurnItem = Type.Static<typeof TurnItem>

/** A part of the played line. */
export const TurnPage = Type.Object({
  total: Type.Integer(),
  offset: Type.Integer(),
  turns: Type.Array(TurnItem),
})
export type TurnPage = Type.Static<typeof TurnPage>

/** A key of the state that a turn changed. */
export const StateChange = Type.Object({
  path: Type.Array(Type.String(), { description: 'Keys from the root of the state.' }),
  kind: Type.Enum(['added', 'changed', 'removed']),
  before: Type.Optional(AnyValue),
  toolId: Type.Optional(Type.String({ description: 'The tool that wrote it.' })),
})
export type StateChange = Type.Static<typeof StateChange>

/** The state after a turn, and what that turn changed. */
export const StateView = Type.Object({
  turnId: nullable(Type.String()),
  state: AnyObject,
  changes: Type.Array(StateChange),
  moreChanges: Type.Integer({ description: 'The number of changes that are not listed.' }),
})
export type StateView = Type.Static<typeof StateView>

/** The turn and the tool that wrote a key of the state. */
export const StateOrigin = Type.Object({
  pointer: Type.String(),
  origin: nullable(
    Type.Object({
      turnId: Type.String(),
      seq: Type.Integer(),
      prompt: Type.String(),
      toolId: nullable(Type.String()),
      skill: nullable(Type.String()),
      script: nullable(Type.String()),
    }),
  ),
})
export type StateOrigin = Type.Static<typeof StateOrigin>

/** What the player knows of the world of a story. */
export const PlayerViewBody = Type.Object({
  world: nullable(
    Type.Object({
      place: Type.Object({ name: Type.String(), description: nullable(Type.String()), isDark: Type.Boolean() }),
      exits: Type.Array(
        Type.Object({ direction: Type.String(), to: nullable(Type.String()), isClosed: Type.Boolean() }),
      ),
      carried: Type.Array(Type.String()),
      people: Type.Array(
        Type.Object({
          name: Type.String(),
          isHere: Type.Boolean(),
          isDead: Type.Boolean(),
          feeling: Type.Number({ description: 'Negative for dislike, positive for liking, 0 for neither.' }),
          doing: nullable(Type.String()),
          portraitUrl: nullable(Type.String()),
        }),
        { description: 'Those who are here first.' },
      ),
      goals: Type.Array(Type.Object({ text: Type.String(), isDone: Type.Boolean() })),
      places: Type.Array(Type.String(), { description: 'Where the player was, the newest last.' }),
      ending: nullable(Type.String()),
    }),
    { description: 'Null in a story without a world.' },
  ),
})
export type PlayerViewBody = Type.Static<typeof PlayerViewBody>

/** What the narrating model was sent in the last turn. */
export const ContextView = Type.Object({
  context: nullable(
    Type.Object({
      turnId: Type.String(),
      blocks: Type.Array(
        Type.Object({ name: Type.String(), tokens: Type.Integer({ description: 'Estimated.' }), text: Type.String() }),
      ),
    }),
    { description: 'Null if no model narrated it.' },
  ),
})
export type ContextView = Type.Static<typeof ContextView>

/** Files of the played line, the newest turn first. */
export const AssetPage = Type.Object({
  assets: Type.Array(
    Type.Object({ turnId: Type.String(), seq: Type.Integer(), prompt: Type.String(), asset: AssetView }),
  ),
  next: nullable(Type.Integer({ description: 'The `before` of the next page; null at the end.' })),
})
export type AssetPage = Type.Static<typeof AssetPage>
