import type { CharacterCard } from '@narratoria/interchange'
import type { JsonObject } from '@narratoria/protocol'
import type { ImportFileOptions } from '@narratoria/runtime/exchange'
import type { Narratoria, NewStory } from '@narratoria/runtime'
import type { CharacterAnswers, CharacterQuestion } from '../api/character.ts'

/** The planners and models that the player can choose. */
export interface HostChoices {
  /** The current planner. */
  planner: string
  /** The current model; `null` without one. */
  model: string | null
  /** Which models plan and narrate, and where they run, as a part of a sentence. Defaults to nothing. */
  playing?: string
  planners: readonly { id: string; label: string }[]
  models: readonly { id: string; label: string }[]
}

/** The models of servers that the player connected, as the page shows them. Contains no key. */
export interface ConnectedModels {
  connections: readonly ModelConnection[]
  /** The name of the connection of each role. A role that is missing uses the local model, or none. */
  roles: Partial<Record<ModelRoleName, string>>
  /** The services and kinds of servers to choose from. */
  services: readonly { id: string; title: string; address?: string; needsKey: boolean }[]
}

/** What a model is used for. */
export type ModelRoleName = 'planner' | 'narrator' | 'writer'

/** A connection to a model of a server. */
export interface ModelConnection {
  name: string
  service: string
  address: string
  model: string
  /** Whether a key is stored for it, or the environment has one. */
  hasKey: boolean
  firstTokenMs?: number
  tokensPerSecond?: number
  contextTokens?: number
}

/** A connection that the player wants. */
export interface WantedConnection {
  service: string
  address?: string
  model?: string
  name?: string
  /** Is stored where only the owner of the host's files reads it, and never returned. */
  key?: string
  roles: readonly ModelRoleName[]
}

/** Sets up models of servers: the core of `narratoria models connect`. Refuses with a {@link WebError}, and then stores nothing. */
export interface ModelSetup {
  list(): Promise<ConnectedModels>
  /** Looks for servers on the machine of the host. */
  discover(signal: AbortSignal): Promise<{ service: string; title: string; address: string; models: string[] }[]>
  /** Tests a model and stores the connection. */
  connect(wanted: WantedConnection, signal: AbortSignal): Promise<void>
  /** Tests a connection again. */
  test(name: string, signal: AbortSignal): Promise<void>
  use(role: ModelRoleName, name: string | null): Promise<void>
  remove(name: string): Promise<void>
}

/** Lets the player change planner and model. */
export interface HostSettings {
  /** Sets up models of servers. Defaults to a host whose models cannot be changed. */
  models?: ModelSetup
  describe(): HostChoices | Promise<HostChoices>
  /** Opens a host that replaces the current one. @throws {WebError} if the choice cannot be used; the current host stays */
  change?(change: { planner?: string; model?: string }): Promise<Narratoria>
  /** Closes a host that was replaced. */
  release?(host: Narratoria): Promise<void>
}

/** The beginning of a story, or the answers that cannot be used, by the ids of their questions. */
type StoryOrProblems = NewStory | { problems: { id: string; message: string }[] }

/** A campaign that the player can begin. */
export interface OfferedCampaign {
  name: string
  title: string
  description?: string
  genre?: string
  /** The path of a picture. */
  cover?: string
  /** The texts that a story can open with, the usual one first. Defaults to one that is not shown. */
  openings?: readonly string[]
  /** What is asked about the player's character before the story begins. Defaults to nothing. */
  questions?: CharacterQuestion[]
}

/** A story in a state. */
export interface StoryInState {
  state: JsonObject
  /** The last narration. Empty at the start. */
  narrative: string
  /** Whether the world is wanted as the story began. */
  start: boolean
}

/** How new stories can begin. */
export interface StoryBeginnings {
  list(): OfferedCampaign[] | Promise<OfferedCampaign[]>
  /** What a premise leaves to the player; with who the player is, what else. Defaults to nothing. */
  questions?(wish: { premise: string; player?: string }): CharacterQuestion[] | Promise<CharacterQuestion[]>
  /**
   * The beginning of a story in a campaign of the list, or in a world that is built from a premise; or why the answers about the
   * character cannot be used.
   */
  begin(
    wish:
      | { campaign: string; character?: CharacterAnswers; openingNumber?: number }
      | { premise: string; character?: CharacterAnswers },
  ): StoryOrProblems | Promise<StoryOrProblems>
  /** Makes campaigns of imported cards and lorebooks. Without it, cards are refused. */
  imports?: NonNullable<ImportFileOptions['campaigns']>
  /** Finds a campaign for a chat that is imported. Defaults to none. */
  find?(campaign: string): Promise<ImportFileOptions['campaign']>
  /** The character card that a campaign of the list was made of. Defaults to none. */
  card?(campaign: string): Promise<CharacterCard | undefined>
  /**
   * The world of a story as a packed campaign, a ZIP file with one folder `name`. Resolves to undefined if it cannot be one. Defaults to none.
   */
  packWorld?(name: string, story: StoryInState): Promise<Uint8Array | undefined>
}

/** What an MCP endpoint of a web server serves. */
export interface McpStories {
  /** The present host. */
  narratoria: () => Narratoria
  /** Call it with the id of a story after a change, so that the pages that show the story are updated. */
  onChanged: (sessionId: string) => void
}

/** Answers the requests of MCP clients. */
export interface McpEndpoint extends AsyncDisposable {
  fetch(request: Request): Promise<Response>
  /** Waits for the calls of tools. With `force`, they are cancelled. */
  close(options?: { force?: boolean }): Promise<void>
}
