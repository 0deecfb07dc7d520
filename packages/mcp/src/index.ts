export { createStoryHttpHandler, type StoryHttpHandler } from './server/http-handler.ts'
export type { Beginnings, OfferedCampaign, StoryServerOptions } from './server/options.ts'
export { serveStoriesOverStdio, type StdioStoryServer } from './server/serve-stdio.ts'
