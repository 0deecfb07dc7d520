import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { listForeignIssues } from '@narratoria/protocol/bounded'
import { Trigger } from '@narratoria/protocol/skill'
import { modelChecks } from '@narratoria/planner'

/** A tool of a server as it is kept: bounded, and with a name that is unique within its skill. */
export interface ToolDefinition {
  /** The server's name for it. */
  original: string
  /** Lower-case words joined by hyphens. */
  name: string
  description: string
  inputSchema: JsonObject
  /** Whether the server says that the tool changes nothing. */
  readOnly: boolean
  /** Whether a call may be repeated: it changes nothing, or the server says that it is idempotent. */
  repeatable: boolean
}

/** The most tools of one server. */
const maxTools = 200
const maxDescription = 1_000
const maxSchemaBytes = 64 * 1024

/** Reads the tools that a server lists. What cannot be used is left out, with a reason. */
export function readTools(
  listed: readonly unknown[],
  only?: readonly string[],
): { tools: ToolDefinition[]; problems: string[] } {
  const problems: string[] = []
  const tools = new Map<string, ToolDefinition>()
  const wanted = listed.filter(
    (tool) => !only || (isJsonObject(tool) && typeof tool.name === 'string' && only.includes(tool.name)),
  )
  if (wanted.length > maxTools) problems.push(`it has ${wanted.length} tools; only the first ${maxTools} are used`)
  for (const tool of wanted.slice(0, maxTools)) {
    const read = readTool(tool, (name) => tools.has(name))
    if ('problem' in read) problems.push(read.problem)
    else tools.set(read.name, read)
  }
  return { tools: [...tools.values()], problems }
}

function readTool(tool: unknown, isTaken: (name: string) => boolean): ToolDefinition | { problem: string } {
  if (!isJsonObject(tool) || typeof tool.name !== 'string' || tool.name === '' || tool.name.length > 200)
    return { problem: 'a tool without a usable name was left out' }
  const { name: original, title, description, inputSchema, annotations } = tool
  const schema = isJsonObject(inputSchema) ? inputSchema : { type: 'object' }
  let schemaText: string
  try {
    schemaText = JSON.stringify(schema)
  } catch {
    return { problem: `the tool "${plain(original)}" was left out: its input schema is nested too deeply` }
  }
  if (schemaText.length > maxSchemaBytes)
    return { problem: `the tool "${plain(original)}" was left out: its input schema has more than 64 KiB` }
  const hints = isJsonObject(annotations) ? annotations : {}
  const readOnly = hints.readOnlyHint === true
  const about = [title ?? hints.title, description].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  )
  return {
    original,
    name: uniqueSlug(original, isTaken),
    description: plain([...new Set(about)].join('. ')).slice(0, maxDescription),
    inputSchema: plannable(original, schema),
    readOnly,
    repeatable: readOnly || hints.idempotentHint === true,
  }
}

/** The schema without optional properties that planners with a model cannot use. It is unchanged if that does not help. */
function plannable(name: string, whole: JsonObject): JsonObject {
  const { $schema: _dialect, $id: _id, ...schema } = whole
  const fits = (candidate: JsonObject) => {
    try {
      return modelChecks.checkScript({ ...script, name, inputSchema: candidate }) === undefined
    } catch {
      return false
    }
  }
  if (fits(schema)) return schema
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const kept = Object.entries(properties).filter(
    ([key, property]) =>
      required.includes(key) || fits({ ...schema, required: [], properties: { [key]: property } as JsonObject }),
  )
  const simpler = { ...schema, properties: Object.fromEntries(kept) }
  return fits(simpler) ? simpler : schema
}

const script = {
  path: '',
  description: '',
  triggers: [],
  stage: 'act' as const,
  optional: false,
  prewarm: false,
  runnable: true,
}

function uniqueSlug(original: string, isTaken: (name: string) => boolean): string {
  const slug = slugOf(original) || 'tool'
  if (!isTaken(slug)) return slug
  for (let number = 2; ; number += 1) if (!isTaken(`${slug}-${number}`)) return `${slug}-${number}`
}

/** A name as lower-case words joined by hyphens: `getWeather` becomes `get-weather`. */
export function slugOf(text: string): string {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 56)
    .replace(/-+$/, '')
}

/** The name of the skill that the tools of a server belong to. */
export function skillNameOf(server: string): string {
  return `mcp-${slugOf(server) || 'server'}`
}

/** A text of a server in one line, without control characters. */
export function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
}

/** Reads the triggers of one tool. An invalid one is a problem. */
export function readTriggers(value: JsonValue | undefined): { triggers: Trigger[]; problem?: string } {
  if (value === undefined) return { triggers: [] }
  const list = (Array.isArray(value) ? value : [value]).map((item) =>
    typeof item === 'string' ? { phrase: item } : item,
  )
  const triggers = list.filter((item): item is Trigger & JsonObject => isTrigger(item))
  if (triggers.length === list.length) return { triggers }
  return { triggers, problem: 'a trigger must be a phrase, or an object with "phrase" or "pattern"' }
}

function isTrigger(value: JsonValue): boolean {
  if (!isJsonObject(value) || listForeignIssues(Trigger, value).length > 0) return false
  if (value.phrase === undefined && value.pattern === undefined && value.always !== true) return false
  try {
    return typeof value.pattern !== 'string' || Boolean(new RegExp(value.pattern, 'iu'))
  } catch {
    return false
  }
}
