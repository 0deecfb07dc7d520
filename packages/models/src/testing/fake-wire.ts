import type { IncomingMessage } from 'node:http'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'

/** The HTTP formats of fake servers. */
export type FakeFamily = 'openai' | 'anthropic' | 'ollama'

type Field = 'text' | 'reasoning'

/** The server's side of an HTTP format. */
interface FakeWire {
  basePath: string
  chatPath: string
  contentType: string
  keyOf(request: IncomingMessage): string | undefined
  schemaOf(body: JsonObject): JsonObject | undefined
  list(path: string, models: readonly string[]): object | undefined
  details(path: string, body: JsonObject): object | undefined
  whole(text: string, field: Field): object
  start(): string
  piece(text: string, field: Field): string
  failure(message: string): string
  end(reason: 'stop' | 'length', tokens: number): string
}

const event = (data: object | string, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const line = (data: object) => `${JSON.stringify(data)}\n`
const bearer = ({ headers }: IncomingMessage) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
const objectAt = (value: unknown, key: string) =>
  isJsonObject(value) && isJsonObject(value[key]) ? value[key] : undefined

const openai: FakeWire = {
  basePath: '/v1',
  chatPath: '/v1/chat/completions',
  contentType: 'text/event-stream',
  keyOf: bearer,
  schemaOf: (body) => objectAt(objectAt(body.response_format, 'json_schema'), 'schema'),
  list: (path, models) =>
    path === '/v1/models' ? { data: models.map((id) => ({ id, object: 'model', max_model_len: 8192 })) } : undefined,
  details: () => undefined,
  whole: (text, field) => ({
    choices: [{ message: { role: 'assistant', ...openAiText(text, field) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 3 },
  }),
  start: () => `: PROCESSING\n\n${event({ choices: [{ delta: { role: 'assistant', content: '' } }] })}`,
  piece: (text, field) => event({ choices: [{ delta: openAiText(text, field) }] }),
  failure: (message) => event({ error: { message } }),
  end: (reason, tokens) =>
    event({ choices: [{ delta: {}, finish_reason: reason }] }) +
    event({ choices: [], usage: { prompt_tokens: 5, completion_tokens: tokens } }) +
    event('[DONE]'),
}

function openAiText(text: string, field: Field): object {
  return field === 'text' ? { content: text } : { content: '', reasoning_content: text }
}

const anthropic: FakeWire = {
  basePath: '',
  chatPath: '/v1/messages',
  contentType: 'text/event-stream; charset=utf-8',
  keyOf: ({ headers }) => (typeof headers['x-api-key'] === 'string' ? headers['x-api-key'] : undefined),
  schemaOf: (body) => objectAt(objectAt(body.output_config, 'format'), 'schema'),
  list: (path, models) =>
    path === '/v1/models' ? { data: models.map((id) => ({ id, type: 'model', max_input_tokens: 8192 })) } : undefined,
  details: () => undefined,
  whole: (text) => ({ type: 'message', content: [{ type: 'text', text }], stop_reason: 'end_turn', usage: {} }),
  start: () =>
    event({ type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } }, 'message_start') +
    event({ type: 'ping' }, 'ping'),
  piece: (text, field) =>
    event(
      {
        type: 'content_block_delta',
        index: 0,
        delta: field === 'text' ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text },
      },
      'content_block_delta',
    ),
  failure: (message) => event({ type: 'error', error: { type: 'overloaded_error', message } }, 'error'),
  end: (reason, tokens) =>
    event(
      {
        type: 'message_delta',
        delta: { stop_reason: reason === 'length' ? 'max_tokens' : 'end_turn' },
        usage: { output_tokens: tokens },
      },
      'message_delta',
    ) + event({ type: 'message_stop' }, 'message_stop'),
}

const ollama: FakeWire = {
  basePath: '',
  chatPath: '/api/chat',
  contentType: 'application/x-ndjson',
  keyOf: bearer,
  schemaOf: (body) => objectAt(body, 'format'),
  list: (path, models) => (path === '/api/tags' ? { models: models.map((name) => ({ name })) } : undefined),
  details: (path) =>
    path === '/api/show'
      ? { capabilities: ['completion'], model_info: { 'general.architecture': 'qwen2', 'qwen2.context_length': 32768 } }
      : undefined,
  whole: (text, field) => ({ message: ollamaText(text, field), done: true, done_reason: 'stop' }),
  start: () => '',
  piece: (text, field) => line({ message: ollamaText(text, field), done: false }),
  failure: (message) => line({ error: message }),
  end: (reason, tokens) =>
    line({
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: reason,
      prompt_eval_count: 5,
      eval_count: tokens,
    }),
}

function ollamaText(text: string, field: Field): object {
  return { role: 'assistant', ...(field === 'text' ? { content: text } : { content: '', thinking: text }) }
}

/** The fake servers' side of each format. */
export const fakeWires: Readonly<Record<FakeFamily, FakeWire>> = { openai, anthropic, ollama }
