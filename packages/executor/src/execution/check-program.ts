// The program of a thread that checks inputs against schemas whose patterns take long, so that the host is not held and can end a check.
import { parentPort } from 'node:worker_threads'
import type { JsonObject } from '@narratoria/protocol'
import { listForeignIssues } from '@narratoria/protocol/bounded'
import type { Answer, Question } from './check-thread.ts'

parentPort?.on('message', ({ schema, input }: Question) => {
  let answer: Answer
  try {
    answer = { issues: listForeignIssues(JSON.parse(schema) as JsonObject, input) }
  } catch (error) {
    answer = { fault: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(answer)
})
