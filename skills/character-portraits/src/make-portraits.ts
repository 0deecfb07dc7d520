#!/usr/bin/env node
import { fillSentence } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext } from '@narratoria/tool-sdk'
import words from '../content/en.json' with { type: 'json' }
import { requestPicture } from './endpoint/request-picture.ts'
import { Gallery, readPicture } from './gallery.ts'
import { readSettings, type Settings } from './settings.ts'
import { readCast, type Subject } from './subject.ts'

/** Milliseconds until a picture is tried again that could not be made. */
const retryAfterMs = 5 * 60_000

export default defineTool({
  name: 'make-portraits',
  async run(_input: JsonObject, context: ToolContext) {
    const settings = readSettings(context.config)
    const cast = readCast(context, settings)
    if (!cast || settings.provider === 'none') return 'Nothing to make.'
    const gallery = new Gallery(context.dataDir())
    let made = 0
    for (const subject of cast.met.filter((each) => isMissing(each, gallery))) {
      try {
        gallery.keep(subject.key, await makeOne(subject, { gallery, settings, signal: context.signal }))
        made += 1
      } catch (error) {
        // The next turn ended this run; the one after it continues.
        if (context.signal.aborted) break
        const message = error instanceof Error ? error.message : String(error)
        gallery.keepFailure(subject.key, { message, at: Date.now() })
        context.log.warn(`The image server made no picture of ${subject.name}: ${message}`)
      }
    }
    return `Made ${made}.`
  },
})

function isMissing({ key, portrait }: Subject, gallery: Gallery): boolean {
  if ((portrait !== undefined && readPicture(portrait)) || gallery.find(key)) return false
  const failure = gallery.failure(key)
  return !failure || Date.now() - failure.at > retryAfterMs
}

function makeOne(
  subject: Subject,
  { gallery, settings, signal }: { gallery: Gallery; settings: Settings; signal: AbortSignal },
) {
  const { name, pronoun, aliases, description, key } = subject
  const who = [words.kinds[pronoun], ...aliases.slice(0, 1)].join(', ')
  const prompt = fillSentence(words.texts.prompt, { name, who, description, style: settings.style })
  return requestPicture(
    {
      prompt: prompt.replaceAll(/\s+/g, ' ').trim(),
      negative: words.texts.negative,
      seed: Number.parseInt(key.slice(0, 8), 16),
    },
    {
      settings,
      signal,
      job: { read: () => gallery.job(key), write: (job) => gallery.keepJob(key, job) },
    },
  )
}
