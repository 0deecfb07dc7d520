export { WebError, type WebErrorCode } from './errors.ts'
export type {
  ConnectedModels,
  HostChoices,
  HostSettings,
  ModelConnection,
  ModelSetup,
  WantedConnection,
  McpEndpoint,
  McpStories,
  OfferedCampaign,
  StoryBeginnings,
} from './host.ts'
export { openWebServer, type WebServer, type WebServerOptions } from './web-server.ts'
