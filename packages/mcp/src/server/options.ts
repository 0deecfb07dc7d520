import type { Narratoria, NewStory } from '@narratoria/runtime'

/** A campaign that stories can begin in. */
export interface OfferedCampaign {
  name: string
  title: string
  description?: string
  genre?: string
}

/** How new stories can begin. */
export interface Beginnings {
  list(): readonly OfferedCampaign[] | Promise<readonly OfferedCampaign[]>
  /** The beginning of a story: in a campaign of the list, in a world that is built from a premise, or without both. */
  begin(wish: { campaign?: string; premise?: string }): NewStory | Promise<NewStory>
}

/** Options of an MCP server of stories. */
export interface StoryServerOptions {
  /** The host whose stories are served. The caller closes it. A function returns the present host, if it may be replaced. */
  narratoria: Narratoria | (() => Narratoria)
  /** How new stories can begin. By default they begin empty. */
  beginnings?: Beginnings
  /** The version that the server reports. Defaults to that of this package. */
  version?: string
  /** Called with the id of a story after it was changed. */
  onChanged?: (sessionId: string) => void
  /** Called with unexpected errors, of which clients see no details. Defaults to ignoring them. */
  onError?: (error: unknown) => void
}
