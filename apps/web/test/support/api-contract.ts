import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** A response of the API. */
export interface SeenAnswer {
  method: string
  /** The path and the query. */
  path: string
  status: number
  contentType: string
  /** Parsed if it is JSON. */
  body?: unknown
}

interface Operation {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
}

/** The published description. */
export const published = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}
// Another validator than the server's, on the published document. A field that the document does not contain is an error.
const ajv = new Ajv2020({ strict: false }).addSchema(closed(published) as object, 'published')
const compiled = new Map<string, ValidateFunction>()

/** The path templates of the description, those with more fixed parts first: `current` is not the id of a turn. */
const templates = Object.keys(published.paths)
  .map((template) => ({ template, parts: template.split('/') }))
  .toSorted((a, b) => parameters(a.parts) - parameters(b.parts))

function parameters(parts: string[]): number {
  return parts.filter((part) => part.startsWith('{')).length
}

/** The operation of a request, by its path template; `undefined` if the description has none. */
export function operationOf(method: string, path: string): { template: string; operation: Operation } | undefined {
  const parts = new URL(path, 'http://host').pathname.split('/')
  for (const { template, parts: wanted } of templates) {
    const operation = published.paths[template]![method.toLowerCase()]
    const fits =
      wanted.length === parts.length && wanted.every((part, at) => part.startsWith('{') || part === parts[at])
    if (operation && fits) return { template, operation }
  }
  return undefined
}

/** Throws unless the published description contains the status and the body of this response. */
export function checkAnswer({ method, path, status, contentType, body }: SeenAnswer): void {
  const what = `${method} ${path} → ${status}`
  const found = operationOf(method, path)
  if (!found) {
    if (![404, 403, 401, 429, 400].includes(status))
      throw new Error(`${what}: the description knows no such operation.`)
    checkSchema('/components/schemas/ErrorBody', body, what)
    return
  }
  const { template, operation } = found
  const answer = operation.responses[status]
  if (!answer) throw new Error(`${what}: ${operation.operationId} is not said to answer so: ${JSON.stringify(body)}`)
  const type = contentType.split(';')[0]!.trim()
  if (!answer.content) {
    if (body !== undefined) throw new Error(`${what}: a body came where none was described.`)
    return
  }
  const described = Object.keys(answer.content).find((name) => name === type || name === '*/*')
  if (described === undefined) throw new Error(`${what}: "${type}" is not described.`)
  if (type !== 'application/json' || !answer.content[described]!.schema) return
  const at = ['paths', template, method.toLowerCase(), 'responses', String(status), 'content', described, 'schema']
  checkSchema(`/${at.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`, body, what)
}

/** Throws unless a message of the event stream matches the description. */
export function checkMessage(message: unknown): void {
  checkSchema('/components/schemas/SessionMessage', message, 'A message of the event stream')
}

/** The same schemas, without additional properties. */
function closed(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(closed)
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return inner.type === 'object' && inner.properties ? { additionalProperties: false, ...inner } : inner
}

function checkSchema(pointer: string, value: unknown, what: string): void {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `published#${encodeURI(pointer)}` })
  compiled.set(pointer, validate)
  if (validate(value)) return
  throw new Error(
    `${what} is not as described: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value).slice(0, 500)}`,
  )
}
