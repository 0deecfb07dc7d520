import type { Choice } from '@narratoria/protocol'
import type { Narratoria, NewStory } from '@narratoria/runtime'
import type { HostSettings, StoryBeginnings } from './host.ts'
import type { EventStreams } from './live/event-stream.ts'
import type { SessionChannels } from './live/session-channels.ts'
import type { SharedStories } from './share/shared-stories.ts'
import type { TurnReader } from './turns/turn-reader.ts'

/** The parts that the routes use. */
export interface WebApi {
  /** The current host. It is replaced when planner or model change. */
  host: () => Narratoria
  replaceHost: (host: Narratoria) => Promise<void>
  channels: SessionChannels
  streams: EventStreams
  turns: TurnReader
  version: string
  /** Reports an unexpected error, which players do not see. */
  report: (error: unknown) => void
  opening: { title?: string; text: string; choices: Choice[]; story?: NewStory }
  beginnings?: StoryBeginnings
  settings?: HostSettings
  /** The stories that are shared. Defaults to none. */
  shared?: SharedStories | undefined
  /** The host and port in the links of invitations. Defaults to those of the request. */
  linkHost?: string | undefined
}
