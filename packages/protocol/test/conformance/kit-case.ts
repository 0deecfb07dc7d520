import type { JsonObject, JsonValue } from '../../src/index.ts'

/** A piece of output: text, bytes, or a repeated text. */
export type Part = { text: string } | { base64: string } | { repeat: string; times: number }

interface Code {
  code: string
  line?: number
}

/** One run of a tool. The fields are described in the README of the kit. */
export interface InvocationCase {
  kind: 'invocation'
  id: string
  stdout: Part[]
  exitCode: number | null
  exitSignal?: string
  timedOut?: boolean
  outstayed?: boolean
  files?: Record<string, 'file' | 'directory' | 'unreadable'>
  options?: { maxLineBytes?: number; maxEvents?: number }
  state?: JsonObject
  expect: {
    outcome: 'completed' | 'failed'
    errorCode?: string
    events: string[]
    output: JsonObject
    state?: JsonObject
    assets: string[]
    problems: Code[]
    warnings: Code[]
  }
}

/** One merge of a patch into a value. */
export interface MergeCase {
  kind: 'merge'
  id: string
  target: JsonValue
  patch: JsonValue
  expect: { result: JsonValue }
}

/** A request, and whether a host may send it. */
export interface RequestCase {
  kind: 'request'
  id: string
  request: JsonValue
  expect: { valid: boolean }
}

export type KitCase = InvocationCase | MergeCase | RequestCase
