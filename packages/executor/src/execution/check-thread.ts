import type { Worker } from 'node:worker_threads'
import type { JsonObject, SchemaIssue } from '@narratoria/protocol'
import { findProgramFile } from '../files/find-program-file.ts'
import type { Cancellation } from './cancellation.ts'

/** An input and the JSON of its schema. */
export interface Question {
  schema: string
  input: JsonObject
}

/** The differences, or why the schema cannot be used. */
export type Answer = { issues: SchemaIssue[] } | { fault: string }

const programPath = findProgramFile('check-program', import.meta.url)

let worker: Worker | undefined
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Checks an input on another thread, one at a time for all executions, and ends the check at once when its execution stops. Resolves to
 * undefined if it was stopped, or if the thread cannot be started. No thread remains when nothing is to be checked.
 */
export async function checkInThread(question: Question, stop: Cancellation): Promise<Answer | undefined> {
  if (programPath === undefined) return undefined
  const path = programPath
  waiting += 1
  const turn = last.then(() => (stop.reason ? undefined : ask(path, question, stop)))
  last = turn
  try {
    return await turn
  } finally {
    waiting -= 1
    if (waiting === 0) endThread()
  }
}

async function ask(path: string, question: Question, stop: Cancellation): Promise<Answer | undefined> {
  const threads = await import('node:worker_threads')
  const asked = (worker ??= new threads.Worker(path))
  const answered = new Promise<Answer | undefined>((resolve) => {
    asked.once('message', resolve)
    asked.once('error', () => resolve(undefined))
    asked.once('exit', () => resolve(undefined))
  })
  asked.postMessage(question)
  const answer = await Promise.race([answered, stop.requested.then(() => undefined)])
  asked.removeAllListeners()
  if (!answer) endThread()
  return answer
}

function endThread(): void {
  const ended = worker
  worker = undefined
  void ended?.terminate()
}
