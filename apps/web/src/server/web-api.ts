import type { Choice } from '@narratoria/protocol'
import type { Narratoria, NewStory } from '@narratoria/runtime'
import type { HostSettings } from './host.ts'
import type { EventStreams } from './live/event-stream.ts'
import type { SessionChannels } from './live/session-channels.ts'
import type { TurnReader } from './turns/turn-reader.ts'

/** What the routes work with. */
export interface WebApi {
  /** The host as it is now; another one after planner or model were changed. */
  host: () => Narratoria
  /** Puts another host in its place. */
  replaceHost: (host: Narratoria) => Promise<void>
  channels: SessionChannels
  streams: EventStreams
  turns: TurnReader
  version: string
  opening: { title?: string; text: string; choices: Choice[]; world?: NewStory['world'] }
  settings?: HostSettings
}
