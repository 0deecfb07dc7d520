import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { Steps } from './in-slices.ts'
import { setMember } from './same-json.ts'

/** About how many bytes of JSON one step parses. */
const stepBytes = 128 * 1024

/** An object or a list whose end was not read yet. */
interface OpenValue {
  isList: boolean
  /** Where its opening bracket is. */
  opening: number
  /** Where its text starts that was not parsed. */
  start: number
  /** Where the last complete member in that text ends: at a comma. `start` if there is none. */
  end: number
  /** What was parsed of it. Without it, it is parsed as a whole with the value around it. */
  value?: JsonObject | JsonValue[]
  /** Whether the text before `start` ends with a member, and not with a comma. */
  followsMember?: boolean
}

/**
 * Parses JSON, which is UTF-8, in steps. The result is that of `JSON.parse`. One string or number is one step.
 *
 * @throws {SyntaxError} if the text is not valid JSON
 */
export function* parseInSteps(bytes: Uint8Array): Steps<JsonValue> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const open: OpenValue[] = []
  for (let [at, parsedTo] = [0, 0]; at < text.length && text.length > stepBytes; at++) {
    const byte = text[at]
    if (byte === quote) at = endOfString(text, at)
    else if (byte === openBrace || byte === openBracket)
      open.push({ isList: byte === openBracket, opening: at, start: at + 1, end: at + 1 })
    else if (byte === comma && open.length > 0) endMember(text, open.at(-1)!, at)
    else if (byte === closeBrace || byte === closeBracket) {
      const ended = open.pop()
      if (ended?.isList !== (byte === closeBracket)) break
      if (ended.value) {
        parseLast(text, ended, at)
        if (open.length === 0) return requireBlank(text, at + 1, text.length, ended.value)
        addOpened(text, open.at(-1)!, ended, at + 1)
      }
    }
    if (at - parsedTo < stepBytes) continue
    for (const each of open) parseMembers(text, each)
    parsedTo = at
    yield
  }
  // The text is short, consists of one string, or is not valid.
  return JSON.parse(text.toString()) as JsonValue
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Where the string ends that starts at `start`. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const byte = text[at]
    if (byte === backslash) at++
    else if (byte === quote) return at
  }
  return text.length
}

/** Marks the end of a member, at a comma. */
function endMember(text: Buffer, outer: OpenValue, at: number): void {
  outer.end = at
  if (!outer.followsMember) return
  requireBlank(text, outer.start, at, undefined)
  outer.start = at + 1
  outer.end = at + 1
  outer.followsMember = false
}

/** Parses the complete members of a value, each followed by a comma, that were not parsed yet. */
function parseMembers(text: Buffer, outer: OpenValue): void {
  outer.value ??= outer.isList ? [] : {}
  if (outer.end === outer.start) return
  addMembers(text, outer, outer.end)
  outer.start = outer.end + 1
  outer.end = outer.start
}

/** Parses the rest of a value that ends at `at`. */
function parseLast(text: Buffer, ended: OpenValue, at: number): void {
  if (ended.followsMember) return requireBlank(text, ended.start, at, undefined)
  if (Object.keys(ended.value!).length === 0 && isBlank(text, ended.start, at)) return
  addMembers(text, ended, at)
}

function addMembers(text: Buffer, outer: OpenValue, end: number): void {
  if (isBlank(text, outer.start, end)) throw new SyntaxError(`A value is missing before byte ${end}.`)
  const members = parseWrapped(outer, text.toString('utf8', outer.start, end))
  for (const key of Object.keys(members)) add(outer, key, (members as JsonObject)[key]!)
}

/** Adds a member that was parsed before its end was known, which is at `end`. */
function addOpened(text: Buffer, outer: OpenValue, { value, opening }: OpenValue, end: number): void {
  // Up to the opening bracket, only the name of the member was not parsed.
  const [key] = Object.keys(parseWrapped(outer, `${text.toString('utf8', outer.start, opening)} 0`))
  add(outer, key!, value!)
  outer.start = end
  outer.end = end
  outer.followsMember = true
}

function parseWrapped({ isList }: OpenValue, members: string): JsonObject | JsonValue[] {
  return JSON.parse(isList ? `[${members}]` : `{${members}}`) as JsonObject | JsonValue[]
}

function add({ value }: OpenValue, key: string, member: JsonValue): void {
  if (Array.isArray(value)) value.push(member)
  else setMember(value!, key, member)
}

function isBlank(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = text[at]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false
  }
  return true
}

function requireBlank<T>(text: Uint8Array, start: number, end: number, value: T): T {
  if (!isBlank(text, start, end)) throw new SyntaxError(`There is text after a value before byte ${end}.`)
  return value
}
