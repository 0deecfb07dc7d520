import { openApiDocument } from '../openapi/openapi-document.ts'
import type { WebApi } from '../web-api.ts'
import { aguiRoutes } from './agui-routes.ts'
import { assetRoutes } from './asset-routes.ts'
import { campaignRoutes } from './campaign-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { infoRoutes } from './info-routes.ts'
import { libraryRoutes } from './library-routes.ts'
import { type Route, defineRoute } from '../route/route.ts'
import { loreRoutes } from './lore-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { notesRoutes } from './notes-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { shareRoutes } from './share-routes.ts'
import { skillRoutes } from './skill-routes.ts'
import { stateRoutes } from './state-routes.ts'
import { turnRoutes } from './turn-routes.ts'

/** Every operation of the API, including its description. */
export function apiRoutes(api: WebApi): Route[] {
  const routes: Route[] = [
    ...infoRoutes(api),
    ...campaignRoutes(api),
    ...sessionRoutes(api),
    ...libraryRoutes(api),
    ...modelRoutes(api),
    ...notesRoutes(api),
    ...loreRoutes(api),
    ...fileRoutes(api),
    ...turnRoutes(api),
    ...shareRoutes(api),
    ...stateRoutes(api),
    ...assetRoutes(api),
    ...skillRoutes(api),
    ...aguiRoutes(api),
    defineRoute({
      method: 'get',
      path: '/api/openapi.json',
      operationId: 'getOpenApi',
      summary: 'This description',
      response: { status: 200, contentType: 'application/json', description: 'An OpenAPI 3.1 document.' },
      handle: () => openApiDocument(routes, api.version),
    }),
  ]
  return routes
}
