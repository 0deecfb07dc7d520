import type { Static, TObject, TSchema } from 'typebox'
import { checkShape, readBody } from '../guard/read-body.ts'
import type { WebApp, WebContext } from '../web-app.ts'

/** The parameters of a path: the names in braces. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & PathParams<Rest>
  : unknown

/** The request that a handler receives, after its query and body were checked. */
interface RouteRequest<Path extends string, Query, Body> {
  params: PathParams<Path>
  query: Query
  body: Body
  context: WebContext
}

/** The description of an operation, from which the OpenAPI document is made. */
interface RouteDescription {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** With parameters in braces. */
  path: string
  operationId: string
  summary: string
  description?: string
  query?: TObject
  body?: TSchema
  /** Whether the body is a file: `application/octet-stream`, which the handler reads. */
  upload?: boolean
  /** The limit of the body, in bytes. Defaults to `maxBodyBytes`. */
  bodyLimit?: number
  /** The successful response. A handler may return a `Response`, which is sent unchanged. */
  response: { status: 200 | 201 | 202 | 204; schema?: TSchema; contentType?: string; description: string }
  /** Describes the response to a range request. */
  partial?: string
  /** The meaning of each status that refuses a request. */
  refusals?: Record<number, string>
}

/** One operation of the API. */
export interface Route extends RouteDescription {
  /** Checks the request and handles it. */
  handle(context: WebContext): Promise<unknown>
}

interface RouteDefinition<Path extends string, Query extends TObject, Body extends TSchema> extends RouteDescription {
  path: Path
  query?: Query
  body?: Body
  handle: (request: RouteRequest<Path, Static<Query>, Static<Body>>) => unknown
}

/** Declares an operation. The handler's parameters, query and body are typed from the path and the schemas. */
export function defineRoute<const Path extends string, Query extends TObject, Body extends TSchema>({
  handle,
  ...description
}: RouteDefinition<Path, Query, Body>): Route {
  const { query, body, bodyLimit } = description
  return {
    ...description,
    handle: async (context) =>
      handle({
        params: context.req.param() as PathParams<Path>,
        query: (query ? checkShape(query, readQuery(query, context), 'The query') : {}) as Static<Query>,
        body: (body ? await readBody(context.req.raw, body, bodyLimit) : undefined) as Static<Body>,
        context,
      }),
  }
}

export function addRoute(app: WebApp, route: Route): void {
  app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) => {
    const answer = await route.handle(context)
    if (answer instanceof Response) return answer
    context.header('Cache-Control', 'no-store')
    return answer === undefined ? context.body(null, 204) : context.json(answer as object, route.response.status as 200)
  })
}

/** Query values are text. Values of integer fields become numbers. */
function readQuery(schema: TObject, context: WebContext): Record<string, unknown> {
  const values = Object.entries(context.req.query()).filter(([name]) => Object.hasOwn(schema.properties, name))
  return Object.fromEntries(
    values.map(([name, value]) => {
      const { type } = schema.properties[name] as { type?: string }
      return [name, type === 'integer' && value.trim() !== '' ? Number(value) : value]
    }),
  )
}
