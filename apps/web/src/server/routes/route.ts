import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Static, TObject, TSchema } from 'typebox'
import { checkShape, readBody } from '../guard/read-body.ts'

/** The app that routes are added to. */
export type WebApp = Hono<{ Bindings: HttpBindings }>
export type WebContext = Context<{ Bindings: HttpBindings }>

/** What a route's handler gets. */
export interface RouteRequest<Query, Body> {
  params: Record<string, string>
  query: Query
  body: Body
  context: WebContext
}

/** One operation of the API: what it does, and how it is described. */
export interface Route<
  QuerySchema extends TObject = TObject,
  BodySchema extends TSchema = TSchema,
  Query = Static<QuerySchema>,
  Body = Static<BodySchema>,
> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** With parameters in braces. */
  path: string
  operationId: string
  summary: string
  description?: string
  query?: QuerySchema
  body?: BodySchema
  /** What a success answers with; a `Response` is sent as it is. */
  response: { status: 200 | 201 | 202 | 204; schema?: TSchema; contentType?: string; description: string }
  /** A part of the same, where one was asked for. */
  partial?: string
  /** Statuses of refusals, with what they mean. */
  refusals?: Record<number, string>
  handle(request: RouteRequest<NoInfer<Query>, NoInfer<Body>>): unknown
}

/** Keeps a route's types together. */
export function defineRoute<
  QuerySchema extends TObject,
  BodySchema extends TSchema,
  Query = Static<QuerySchema>,
  Body = Static<BodySchema>,
>(route: Route<QuerySchema, BodySchema, Query, Body>): Route {
  return route as unknown as Route
}

/** Adds a route to the app: its query and body are checked before its handler sees them. */
export function addRoute(app: WebApp, route: Route): void {
  app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) => {
    const answer = await route.handle({
      params: context.req.param(),
      query: (route.query ? checkShape(route.query, readQuery(route.query, context), 'The query') : {}) as never,
      body: (route.body ? await readBody(context.req.raw, route.body) : undefined) as never,
      context,
    })
    if (answer instanceof Response) return answer
    context.header('Cache-Control', 'no-store')
    return answer === undefined ? context.body(null, 204) : context.json(answer as object, route.response.status as 200)
  })
}

/** Query values are text; those that the schema calls numbers become numbers. */
function readQuery(schema: TObject, context: WebContext): Record<string, unknown> {
  const values = Object.entries(context.req.query()).filter(([name]) => Object.hasOwn(schema.properties, name))
  return Object.fromEntries(
    values.map(([name, value]) => {
      const { type } = schema.properties[name] as { type?: string }
      return [name, type === 'integer' && value.trim() !== '' ? Number(value) : value]
    }),
  )
}
