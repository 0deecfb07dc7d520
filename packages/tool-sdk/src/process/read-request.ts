import type { JsonValue, ToolRequest } from '@narratoria/protocol'
import { isJsonObject } from '../json-object.ts'
import { ToolError } from '../tool-error.ts'
import { buffer, fs } from '../builtins.ts'
import { pause } from './pause.ts'

/**
 * Reads the request, one JSON line on standard input; JSON that spans several lines is read to the end of input. Synchronous,
 * because a process that blocks in a read responds five times faster than one that waits in the event loop.
 *
 * @throws {ToolError} `missing_request` or `invalid_request`
 */
export function readRequest(descriptor: number): ToolRequest {
  const chunks: Buffer[] = []
  for (let waits = 0, lines = 0; ;) {
    const chunk = readChunk(descriptor)
    if (chunk === 'later') {
      pause((waits += 1))
      continue
    }
    waits = 0
    if (chunk.length === 0) break
    chunks.push(chunk)
    if (!chunk.includes(0x0a) || (lines += 1) > 1) continue
    const line = parseFirstLine(chunks)
    if (line !== undefined) return completeRequest(line)
  }
  const bytes = Buffer.concat(chunks)
  if (bytes.toString().trim() === '') {
    throw new ToolError('missing_request', 'Standard input ended without a request; send one JSON object.')
  }
  const value = tryParse(bytes)
  // The message omits the text, which may contain secrets.
  if (value === undefined) {
    throw new ToolError('invalid_request', `The request on standard input (${bytes.length} bytes) is not valid JSON.`)
  }
  return completeRequest(value)
}

function readChunk(descriptor: number): Buffer | 'later' {
  const buffer = Buffer.allocUnsafe(64 * 1024)
  try {
    return buffer.subarray(0, fs.readSync(descriptor, buffer))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EAGAIN') return 'later'
    if (code === 'EOF') return Buffer.alloc(0)
    throw new ToolError('missing_request', `Standard input cannot be read (${code}); send one JSON object.`, {
      cause: error,
    })
  }
}

/** The value of the first line, which ends in the last chunk; undefined if it is not valid JSON. */
export function parseFirstLine(chunks: Buffer[]): JsonValue | undefined {
  const last = chunks.at(-1)!
  const first = last.subarray(0, last.indexOf(0x0a))
  return tryParse(chunks.length === 1 ? first : Buffer.concat([...chunks.slice(0, -1), first]))
}

function tryParse(bytes: Buffer): JsonValue | undefined {
  if (!buffer.isUtf8(bytes)) return undefined
  const text = bytes.toString()
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as JsonValue
  } catch {
    return undefined
  }
}

/**
 * Adds defaults for fields that older hosts omit. Unknown fields are kept.
 *
 * @throws {ToolError} `invalid_request` or `unsupported_version`
 */
export function completeRequest(value: JsonValue): ToolRequest {
  if (!isJsonObject(value)) throw invalid('The request must be a JSON object.')
  if ((value.version ?? '0') !== '0') {
    throw new ToolError(
      'unsupported_version',
      'The request has an unsupported protocol version; this tool supports "0".',
      {
        retryable: false,
      },
    )
  }
  const { input = {}, state = {}, dependencies = {}, skill } = value
  if (!isJsonObject(input)) throw invalid('The field "input" of the request must be an object.')
  if (!isJsonObject(state)) throw invalid('The field "state" of the request must be an object.')
  if (!isJsonObject(dependencies)) throw invalid('The field "dependencies" of the request must be an object.')
  if (skill !== undefined && !isJsonObject(skill)) throw invalid('The field "skill" of the request must be an object.')
  return {
    requestId: '',
    tool: '',
    operation: 'invoke',
    attempt: 1,
    idempotencyKey: typeof value.requestId === 'string' ? value.requestId : '',
    ...value,
    version: '0',
    input,
    state,
    dependencies: dependencies as ToolRequest['dependencies'],
  } as ToolRequest
}

function invalid(message: string): ToolError {
  return new ToolError('invalid_request', message, { retryable: false })
}
