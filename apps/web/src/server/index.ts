export { WebError, type WebErrorCode } from './errors.ts'
export type { HostChoices, HostSettings } from './host.ts'
export { createWebServer, type WebServer, type WebServerOptions } from './web-server.ts'
