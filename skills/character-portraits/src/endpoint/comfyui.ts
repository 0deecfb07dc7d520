import { setTimeout as sleep } from 'node:timers/promises'
import plainWorkflow from '../../content/comfyui-workflow.json' with { type: 'json' }
import { isJsonObject } from '@narratoria/protocol/light'
import type { Picture } from '../gallery.ts'
import { toMultipleOf8 } from './automatic1111.ts'
import { jsonBody, send, sendJson, toPicture } from './http.ts'
import type { PictureRequest, PictureWish } from './request-picture.ts'

/** Milliseconds between two looks at a job. */
const lookAgainMs = 500

/**
 * Requests a picture from ComfyUI: queues a workflow, waits until it is done, and fetches the first picture. The job is kept, so
 * that a run that is ended in the meantime is continued by the next one.
 */
export async function requestComfyui(wish: PictureWish, { settings, signal, job }: PictureRequest): Promise<Picture> {
  const { baseUrl, apiKey } = settings
  const headers = { 'content-type': 'application/json', ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }) }
  const known = job.read()
  const id = known !== undefined && (await isKnown(known)) ? known : await queue()
  for (;;) {
    const entry = await historyOf(id)
    const image = entry && imageIn(entry)
    if (image) {
      job.write(undefined)
      return toPicture(await send(`${baseUrl}/view?${new URLSearchParams(image).toString()}`, { headers, signal }))
    }
    if (entry) {
      job.write(undefined)
      throw new Error(`${baseUrl} ended the workflow without a picture${reasonIn(entry)}.`)
    }
    await sleep(lookAgainMs, undefined, { signal })
  }

  async function queue(): Promise<string> {
    const prompt = workflowOf(wish, settings)
    const answer = await sendJson(`${baseUrl}/prompt`, { ...jsonBody({ prompt }), headers, signal })
    const queued = isJsonObject(answer) ? answer['prompt_id'] : undefined
    if (typeof queued !== 'string') throw new Error(`${baseUrl} did not accept the workflow.`)
    job.write(queued)
    return queued
  }

  async function historyOf(prompt: string): Promise<Record<string, unknown> | undefined> {
    const answer = await sendJson(`${baseUrl}/history/${encodeURIComponent(prompt)}`, { headers, signal })
    const entry = isJsonObject(answer) ? answer[prompt] : undefined
    return isJsonObject(entry) ? entry : undefined
  }

  /** Whether a job of an earlier run is done or still queued. A server that was started again has forgotten it. */
  async function isKnown(prompt: string): Promise<boolean> {
    if (await historyOf(prompt)) return true
    const answer = await sendJson(`${baseUrl}/queue`, { headers, signal })
    return JSON.stringify(answer).includes(JSON.stringify(prompt))
  }
}

/** The workflow with the values of a wish, which are strings or numbers where they stand alone. */
function workflowOf(
  { prompt, negative, seed }: PictureWish,
  { workflow, model, width, height }: PictureRequest['settings'],
) {
  const values: Record<string, string | number> = {
    prompt,
    negative,
    model,
    seed,
    width: toMultipleOf8(width),
    height: toMultipleOf8(height),
  }
  let source: unknown = plainWorkflow
  if (workflow !== '') {
    try {
      source = JSON.parse(workflow)
    } catch {
      throw new Error('The setting "workflow" is not valid JSON. Export the workflow in API format.')
    }
  } else if (model === '') throw new Error('ComfyUI needs the setting "model": the file name of a checkpoint.')
  return fill(source, values)
}

function fill(value: unknown, values: Record<string, string | number>): unknown {
  if (Array.isArray(value)) return value.map((each) => fill(each, values))
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, values)]))
  if (typeof value !== 'string') return value
  const alone = /^%(\w+)%$/.exec(value)?.[1]
  if (alone !== undefined && values[alone] !== undefined) return values[alone]
  return value.replaceAll(/%(\w+)%/g, (place, name: string) => String(values[name] ?? place))
}

/** The first picture among the outputs of a job. */
function imageIn(entry: Record<string, unknown>): Record<string, string> | undefined {
  const outputs = isJsonObject(entry['outputs']) ? Object.values(entry['outputs']) : []
  for (const output of outputs) {
    const images = isJsonObject(output) && Array.isArray(output['images']) ? (output['images'] as unknown[]) : []
    for (const image of images.filter(isJsonObject)) {
      const { filename, subfolder = '', type = 'output' } = image as Record<string, string>
      if (typeof filename === 'string') return { filename, subfolder, type }
    }
  }
  return undefined
}

function reasonIn({ status }: Record<string, unknown>): string {
  const messages = isJsonObject(status) && Array.isArray(status['messages']) ? (status['messages'] as unknown[]) : []
  for (const message of messages) {
    const [, details] = Array.isArray(message) ? (message as unknown[]) : []
    const text = isJsonObject(details) ? details['exception_message'] : undefined
    if (typeof text === 'string') return `: ${text.trim().slice(0, 300)}`
  }
  return ''
}
