import type { TSchema } from 'typebox'
import * as resources from '../../api/resources.ts'
import * as fileResources from '../../api/file-resources.ts'
import * as modelResources from '../../api/model-resources.ts'
import * as shareResources from '../../api/share-resources.ts'
import * as skillResources from '../../api/skill-resources.ts'
import * as messages from '../../api/session-message.ts'
import * as views from '../../api/turn-view.ts'
import type { Route } from '../route/route.ts'

/** The schemas that get a name in the document. */
const named = Object.fromEntries(
  Object.entries<TSchema | number>({
    ...resources,
    ...fileResources,
    ...modelResources,
    ...shareResources,
    ...skillResources,
    ...messages,
    ...views,
  }).filter(([, value]) => typeof value === 'object'),
)
const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]))

const general: Record<number, string> = {
  400: 'The body is not JSON.',
  401: 'The token is missing or wrong.',
  403: 'The request comes from another site, or asks for another host.',
  413: 'The body is too large.',
  415: 'The body is not application/json.',
  422: 'A field is invalid; `issues` lists each one.',
  429: 'Too many requests at once.',
  503: 'The session store is unavailable; the code gives the reason.',
}

/** Describes the API as an OpenAPI 3.1 document, from the schemas by which requests are checked. */
export function openApiDocument(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) (paths[route.path] ??= {})[route.method] = describeRoute(route)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Narratoria web API',
      version,
      description:
        'Plays interactive stories. Times are Unix times in milliseconds. A refusal is an `ErrorBody`. Where the server ' +
        'was started with a token, send it as a bearer token.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, referTo(schema, true)])),
    },
  }
}

function describeRoute(route: Route): object {
  const { operationId, summary, description, response, partial, body, upload = false } = route
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    ...(parametersOf(route).length > 0 && { parameters: parametersOf(route) }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: referTo(body) } } } }),
    ...(upload && { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    responses: {
      [response.status]: {
        description: response.description,
        ...((response.schema ?? response.contentType) && {
          content: {
            [response.contentType ?? 'application/json']: response.schema ? { schema: referTo(response.schema) } : {},
          },
        }),
      },
      ...(partial !== undefined && { 206: { description: partial, content: { [response.contentType!]: {} } } }),
      ...Object.fromEntries(
        refusalsOf(route).map(([status, meaning]) => [
          status,
          { description: meaning, content: { 'application/json': { schema: referTo(resources.ErrorBody) } } },
        ]),
      ),
    },
  }
}

function refusalsOf({ query, body, upload, refusals }: Route): [string, string][] {
  const usual = [
    401,
    403,
    429,
    503,
    ...(body ? [400, 413, 415] : []),
    ...(upload ? [413] : []),
    ...(body || query ? [422] : []),
  ]
  return Object.entries({ ...Object.fromEntries(usual.map((status) => [status, general[status]!])), ...refusals })
}

function parametersOf({ path, query }: Route): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) ?? false,
    schema,
  }))
  return [...inPath, ...inQuery]
}

/** Replaces every named schema inside by a reference; the outermost one too, unless it is being defined. */
function referTo(schema: unknown, defining = false): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const name = defining ? undefined : names.get(JSON.stringify(schema))
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  if (Array.isArray(schema)) return schema.map((item) => referTo(item))
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referTo(value)]))
}
