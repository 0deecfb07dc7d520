import { type CallToolResult, type Progress, ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { isJsonObject, type JsonValue, type ProtocolEvent, type ToolRequest } from '@narratoria/protocol'
import { McpError } from '../errors.ts'
import type { ServerProcess } from '../connect/server-process.ts'
import { plain, type ToolDefinition } from '../tools/tool-definition.ts'
import { readContents } from './contents.ts'

/** Characters of a message to the player. */
const maxSummary = 2_000
/** Characters of a return value as JSON. The executor refuses more than 1 MiB. */
const maxReturned = 900_000
/** Milliseconds between two progress events. */
const progressIntervalMs = 100

type Write = (event: Omit<ProtocolEvent, 'version'>) => void

/** What a call needs. */
export interface CallParts {
  server: ServerProcess
  serverName: string
  tool: ToolDefinition
  timeoutMs: number
  maxTimeoutMs: number
  /** The calls that were sent and may have had an effect, by idempotency key. */
  sent: Set<string>
}

/** Calls a tool and writes the events of one attempt. Failures are events too. */
export async function callTool(
  parts: CallParts,
  request: ToolRequest,
  { write, signal }: { write: Write; signal: AbortSignal },
): Promise<void> {
  const { tool, serverName, sent } = parts
  const key = `${tool.original}:${request.idempotencyKey}`
  if (!tool.repeatable && sent.has(key)) {
    const message = `The call of ${serverName}/${tool.original} was not repeated: the first one may have taken effect.`
    return fail(write, { errorCode: 'not_repeated', message, retryable: false })
  }
  try {
    await writeResult(await send(parts, request, { key, write, signal }), { tool, request, write })
  } catch (error) {
    fail(write, explain(error, tool))
  }
}

async function send(
  { server, serverName, tool, timeoutMs, maxTimeoutMs, sent }: CallParts,
  { input, traceparent, tracestate }: ToolRequest,
  { key, write, signal }: { key: string; write: Write; signal: AbortSignal },
): Promise<CallToolResult> {
  const client = await server.client(signal)
  if (!tool.readOnly) {
    const message = `${serverName}/${tool.original} acts outside the story. Undo does not reverse it.`
    const fields = { effects: 'outside', server: serverName, tool: tool.original, repeatable: tool.repeatable }
    write({ type: 'log', level: 'info', message, fields } as never)
  }
  if (!tool.repeatable) sent.add(key)
  return client.callTool(
    {
      name: tool.original,
      arguments: input,
      ...(traceparent !== undefined && { _meta: { traceparent, ...(tracestate !== undefined && { tracestate }) } }),
    },
    {
      signal,
      timeout: timeoutMs,
      resetTimeoutOnProgress: true,
      maxTotalTimeout: maxTimeoutMs,
      onprogress: throttled((progress) => write(progressEvent(progress))),
    },
  )
}

async function writeResult(
  result: CallToolResult,
  { tool, request, write }: { tool: ToolDefinition; request: ToolRequest; write: Write },
): Promise<void> {
  const { structuredContent, isError, _meta } = result
  const { text, assets } = await readContents(Array.isArray(result.content) ? result.content : [], request.assetsDir)
  const said = text === '' && isJsonObject(structuredContent) ? '' : text.trim()
  if (isError === true) {
    const message = said.slice(0, maxSummary) || `The tool ${tool.original} reported an error without a message.`
    return fail(write, { errorCode: 'mcp_tool_error', message, retryable: tool.repeatable })
  }
  for (const asset of assets) write({ type: 'asset', ...asset } as never)
  const returned = returnedBy(structuredContent, said)
  if (returned === undefined)
    write({ type: 'log', level: 'warn', message: 'The return value is too large; it is left out.' } as never)
  const refused = isRefusal(structuredContent) || (isJsonObject(_meta) && _meta['narratoria/refused'] === true)
  write({
    type: 'done',
    ok: true,
    ...(said !== '' && { summary: said.slice(0, maxSummary) }),
    ...(returned !== undefined && { result: returned }),
    ...(refused && { refused: true, summary: said.slice(0, maxSummary) || 'That is not possible.' }),
    ...(!tool.readOnly && { effects: 'outside' }),
  } as never)
}

/** A server says by `refused: true` that it understood the call and declined it. */
function isRefusal(structured: unknown): boolean {
  return isJsonObject(structured) && structured.refused === true
}

function returnedBy(structured: unknown, text: string): JsonValue | undefined {
  const value = structured === undefined ? { text } : (structured as JsonValue)
  return JSON.stringify(value).length > maxReturned ? undefined : value
}

function progressEvent({ progress, total, message }: Progress): Omit<ProtocolEvent, 'version'> {
  const payload = {
    ...(Number.isFinite(progress) && { value: progress }),
    ...(Number.isFinite(total) && { max: total }),
    ...(typeof message === 'string' && { label: plain(message).slice(0, 200) }),
  }
  return { type: 'ui_event', event: 'progress', payload } as never
}

function throttled(report: (progress: Progress) => void): (progress: Progress) => void {
  let nextAt = 0
  return (progress) => {
    const now = performance.now()
    if (now < nextAt) return
    nextAt = now + progressIntervalMs
    report(progress)
  }
}

interface CallFailure {
  errorCode: string
  message: string
  retryable: boolean
}

function explain(error: unknown, { original, repeatable }: ToolDefinition): CallFailure {
  const message = error instanceof Error ? plain(error.message).slice(0, maxSummary) : String(error)
  // Nothing was sent.
  if (McpError.isInstance(error)) return { errorCode: error.code, message, retryable: true }
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.RequestTimeout)
      return {
        errorCode: 'mcp_timeout',
        message: `The tool ${original} did not answer in time.`,
        retryable: repeatable,
      }
    if (error.code === SdkErrorCode.ConnectionClosed)
      return {
        errorCode: 'mcp_disconnected',
        message: `The server ended during the call of ${original}.`,
        retryable: repeatable,
      }
  }
  if (error instanceof ProtocolError) return { errorCode: 'mcp_error', message, retryable: false }
  return { errorCode: 'mcp_failed', message, retryable: repeatable }
}

function fail(write: Write, { errorCode, message, retryable }: CallFailure): void {
  write({ type: 'error', errorCode, errorMessage: message, details: { retryable } } as never)
  write({ type: 'done', ok: false } as never)
}
