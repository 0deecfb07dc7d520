#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext } from '@narratoria/tool-sdk'
import { listLeaves, showValue } from './facts/change-facts.ts'
import { collectFacts } from './facts/collect-facts.ts'
import type { Fact } from './prose/fact.ts'
import { asObject } from './facts/json.ts'
import { askModels } from './model/ask-model.ts'
import { listProviders } from './model/provider.ts'
import { writePrompt } from './model/write-prompt.ts'
import type { Style } from './prose/atmosphere.ts'
import { compose, sentenceOf } from './prose/compose.ts'
import { RecentSentences } from './prose/recent-sentences.ts'
import { readSettings, type Settings } from './settings.ts'

/** Time reserved for start-up, templates and exit. */
const reservedMs = 700

export default defineTool({
  name: 'narrate',
  async run(input: JsonObject, context: ToolContext) {
    const started = performance.now()
    const { config, dependencies, patch, request, state } = context
    const settings = readSettings(config)
    const recent = new RecentSentences(asObject(state.storyteller)?.told)
    const turn = request.turn?.seq ?? recent.turns
    const prompt = typeof input.prompt === 'string' ? input.prompt : ''
    const facts = collectFacts({ prompt, turn, state, dependencies })
    const narration: Narration = {
      context,
      settings,
      style: readStyle(input) ?? settings.style,
      recent,
      turn,
      prompt,
      facts,
    }
    const deadline = started + settings.timeoutSeconds * 1000 - reservedMs
    const output = createOutput(context)
    const label = (await narrateWithModel(narration, output, deadline)) ?? narrateWithTemplates(narration, output)
    patch({ storyteller: { told: recent.toState() } })
    return `Narrated by ${label}.`
  },
})

interface Narration {
  context: ToolContext
  settings: Settings
  style: Style
  recent: RecentSentences
  turn: number
  prompt: string
  facts: Fact[]
}

/** Narrates with a model, then adds sentences for missing facts. Returns the label of the model. */
async function narrateWithModel(
  { context, settings, style, recent, turn, prompt, facts }: Narration,
  { write, withdraw }: Output,
  deadline: number,
): Promise<string | undefined> {
  const providers = listProviders({ settings, host: context.request.host })
  if (providers.length === 0) return undefined
  const brief = writePrompt({ prompt, facts, state: context.state, style, maxWords: settings.maxWords })
  const maxTokens = Math.ceil(settings.maxWords * 1.6) + 50
  const answer = await askModels(providers, { ...brief, maxTokens, deadline, context, write, withdraw })
  if (!answer) return undefined
  recent.add(answer.prose)
  for (const fact of facts) {
    if (fact.isIncluded?.(answer.prose) ?? true) continue
    context.log.info(`The prose left out a fact, so its sentence was added: ${fact.text}`)
    write(` ${sentenceOf(fact, turn, recent)}`)
  }
  return answer.label
}

function narrateWithTemplates(
  { context, settings, style, recent, turn, prompt, facts }: Narration,
  { write }: Output,
): string {
  if (settings.provider !== 'template') context.log.info('Narrating from templates, because no model gave an answer.')
  const pieces = compose({ prompt, facts, style, turn, recent, around: describeSurroundings(context.state) })
  pieces.forEach((piece, at) => write(at === 0 ? piece : ` ${piece}`))
  return 'templates'
}

/** The narration that the player sees. */
interface Output {
  write: (text: string) => void
  withdraw: () => void
}

/** Streams text to the player. The first piece starts a paragraph, or replaces withdrawn text. */
function createOutput({ narrate }: ToolContext): Output {
  let options: { append: boolean; replace?: boolean } = { append: false }
  return {
    write(text) {
      narrate(text, options)
      options = { append: true }
    },
    withdraw() {
      options = { append: false, replace: true }
    },
  }
}

function readStyle({ style }: JsonObject): Style | undefined {
  return style === 'terse' || style === 'vivid' || style === 'poetic' ? style : undefined
}

/** The state as words, for the mood: the player's location, burning lights. */
function describeSurroundings(state: JsonObject): string {
  return listLeaves(state)
    .filter(({ value }) => value !== false && value !== null)
    .map(({ path, value }) => `${path.join(' ')} ${showValue(value) ?? ''}`)
    .join(' ')
    .replaceAll('_', ' ')
    .slice(0, 2000)
}
