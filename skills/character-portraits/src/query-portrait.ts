#!/usr/bin/env node
import { fillSentence } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext, ToolError } from '@narratoria/tool-sdk'
import words from '../content/en.json' with { type: 'json' }
import { emitPortrait, pictureOf } from './emit-portrait.ts'
import { Gallery } from './gallery.ts'
import { readSettings } from './settings.ts'
import { type Cast, readCast, type Subject } from './subject.ts'

export default defineTool({
  name: 'query-portrait',
  async run(input: JsonObject, context: ToolContext) {
    const settings = readSettings(context.config)
    const cast = readCast(context, settings)
    if (!cast)
      throw new ToolError('no_world', 'This story has no world. Begin a story in a campaign to meet people.', {
        retryable: false,
      })
    const named = namedIn(input, cast)
    if (named.length === 0) return words.texts.unknown
    const sentences: string[] = []
    for (const subject of named) {
      const { name } = subject
      const picture = pictureOf(subject, context)
      await emitPortrait(subject, picture, { ...context, isAsked: true })
      sentences.push(fillSentence(words.texts.shown, { name }))
      const failure = new Gallery(context.dataDir()).failure(subject.key)
      if (picture.source === 'drawn' && settings.provider !== 'none' && failure)
        context.log.warn(`The image server made no picture of ${name}: ${failure.message}`)
    }
    return sentences.join(' ')
  },
})

/** The people whom the input or the prompt names; without any name, the only one who is here. */
function namedIn({ person, prompt }: JsonObject, { met, known }: Cast): Subject[] {
  const all = [...known.values()]
  if (typeof person === 'string') {
    const wanted = person.toLowerCase()
    return all.filter(({ id, name }) => id === person || name.toLowerCase() === wanted)
  }
  const text = wordsOf(typeof prompt === 'string' ? prompt : '')
  const named = all.filter(({ name, aliases }) => [name, ...aliases].some((each) => text.includes(wordsOf(each))))
  return named.length > 0 ? named : met.length === 1 ? met : []
}

function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll(/['’]s\b/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
