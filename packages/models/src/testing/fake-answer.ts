import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { FakeBehaviour } from './fake-server.ts'
import { sampleValue, seededRandom } from './sample-value.ts'

export interface FakeQuestion {
  /** The schema in the field for formats. */
  schema: JsonObject | undefined
  body: JsonObject
  seed: number
}

const prose = 'You lift the lantern, and the dark {as it were} steps back from the oak door.'

/** The text of a fake server's answer. */
export function answerFor(behaviour: FakeBehaviour, { schema, body, seed }: FakeQuestion): string {
  const known = behaviour === 'ignore_schema' ? schemaInPrompt(body) : (schema ?? schemaInPrompt(body))
  if (!known || behaviour === 'prose') return behaviour === 'think' ? `<think>Hm.</think>\n${prose}` : prose
  const json = JSON.stringify(sampleValue(known, seededRandom(seed)))
  if (behaviour === 'think') return `<think>{"steps": maybe}</think>\n${json}`
  if (behaviour === 'fences') return `Here is the answer:\n\`\`\`json\n${json}\n\`\`\`\nI hope that it helps.`
  return json
}

/** The schema that a request has in its system message. */
function schemaInPrompt(body: JsonObject): JsonObject | undefined {
  const [, text] = /JSON Schema:\n(\{.*\})/.exec(systemOf(body)) ?? []
  if (text === undefined) return undefined
  const schema: unknown = JSON.parse(text)
  return isJsonObject(schema) ? schema : undefined
}

function systemOf({ system, messages }: JsonObject): string {
  if (typeof system === 'string') return system
  const first = Array.isArray(messages) ? messages[0] : undefined
  return isJsonObject(first) && typeof first.content === 'string' ? first.content : ''
}
