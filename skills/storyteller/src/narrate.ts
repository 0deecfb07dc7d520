#!/usr/bin/env node
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext } from '@narratoria/tool-sdk'
import { listLeaves, showValue } from './facts/change-facts.ts'
import { collectFacts } from './facts/collect-facts.ts'
import type { Fact } from './facts/fact.ts'
import { asObject } from './facts/json.ts'
import { askModels } from './model/ask-model.ts'
import { listProviders } from './model/provider.ts'
import { writePrompt } from './model/write-prompt.ts'
import type { Style } from './prose/atmosphere.ts'
import { compose, tellFact } from './prose/compose.ts'
import { Told } from './prose/told.ts'
import { readSettings, type Settings } from './settings.ts'

/** What of the time stays for loading, templates and the end. */
const spareMs = 700

export default defineTool({
  name: 'narrate',
  async run(input: JsonObject, context: ToolContext) {
    const started = performance.now()
    const { config, dependencies, patch, request, state } = context
    const settings = readSettings(config)
    const told = new Told(asObject(state.storyteller)?.told)
    const turn = request.turn?.seq ?? told.turns
    const prompt = typeof input.prompt === 'string' ? input.prompt : ''
    const facts = collectFacts({ prompt, turn, state, dependencies })
    const telling: Telling = { context, settings, style: readStyle(input) ?? settings.style, told, turn, prompt, facts }
    const deadline = started + settings.timeoutSeconds * 1000 - spareMs
    const paper = createPaper(context)
    const label = (await tellByModel(telling, paper, deadline)) ?? tellByTemplates(telling, paper)
    patch({ storyteller: { told: told.toState() } })
    return `Narrated by ${label}.`
  },
})

interface Telling {
  context: ToolContext
  settings: Settings
  style: Style
  told: Told
  turn: number
  prompt: string
  facts: Fact[]
}

/** Lets a model tell the turn, then adds the sentences of facts that it left out. Gives who told it. */
async function tellByModel(
  { context, settings, style, told, turn, prompt, facts }: Telling,
  { write, withdraw }: Paper,
  deadline: number,
): Promise<string | undefined> {
  const providers = listProviders({ settings, host: context.request.host })
  if (providers.length === 0) return undefined
  const brief = writePrompt({ prompt, facts, state: context.state, style, maxWords: settings.maxWords })
  const maxTokens = Math.ceil(settings.maxWords * 1.6) + 50
  const answer = await askModels(providers, { ...brief, maxTokens, deadline, context, write, withdraw })
  if (!answer) return undefined
  told.say(answer.prose)
  for (const fact of facts) {
    if (fact.isTold?.(answer.prose) ?? true) continue
    context.log.info(`The prose left out a fact; its sentence was added: ${fact.text}`)
    write(` ${tellFact(fact, turn, told)}`)
  }
  return answer.label
}

function tellByTemplates({ context, settings, style, told, turn, prompt, facts }: Telling, { write }: Paper): string {
  if (settings.provider !== 'template')
    context.log.info('Narrating from templates, for there is no model that answers.')
  const pieces = compose({ prompt, facts, style, turn, told, around: around(context.state) })
  pieces.forEach((piece, at) => write(at === 0 ? piece : ` ${piece}`))
  return 'templates'
}

/** What the player reads as it is written. */
interface Paper {
  write: (text: string) => void
  withdraw: () => void
}

/** Streams text to the player: the first piece begins a paragraph, or takes the place of what was withdrawn. */
function createPaper({ narrate }: ToolContext): Paper {
  let how: { append: boolean; replace?: boolean } = { append: false }
  return {
    write(text) {
      narrate(text, how)
      how = { append: true }
    },
    withdraw() {
      how = { append: false, replace: true }
    },
  }
}

function readStyle({ style }: JsonObject): Style | undefined {
  return style === 'terse' || style === 'vivid' || style === 'poetic' ? style : undefined
}

/** What still holds from earlier turns, for the mood: where the player is, what burns. */
function around(state: JsonObject): string {
  return listLeaves(state)
    .filter(({ value }) => value !== false && value !== null)
    .map(({ path, value }) => `${path.join(' ')} ${showValue(value) ?? ''}`)
    .join(' ')
    .replaceAll('_', ' ')
    .slice(0, 2000)
}
