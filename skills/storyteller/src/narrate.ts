#!/usr/bin/env node
import { narratorPhrases } from '@narratoria/content'
import type { ChatMessage } from '@narratoria/models'
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, type ToolContext } from '@narratoria/tool-sdk'
import { readCampaign } from './context/blocks.ts'
import { buildRequest, usualContextTokens } from './context/build-request.ts'
import { estimateTokens } from './context/tokens.ts'
import { detectLanguage } from './language/detect-language.ts'
import { askModels, type Narrated } from './model/ask-models.ts'
import { type Candidate, listCandidates } from './model/candidates.ts'
import { checkLimits } from './model/check-limits.ts'
import { correctionOf, type Fault, faultsOf } from './model/check-prose.ts'
import { readOutcomes, type TurnOutcomes } from './outcomes/paragraphs.ts'
import { readSettings, type Settings, type Style } from './settings.ts'

export default defineTool({
  name: 'narrate',
  async run(input: JsonObject, context: ToolContext) {
    const settings = readSettings(context.config)
    const prompt = typeof input.prompt === 'string' ? input.prompt : ''
    const outcomes = readOutcomes(context.request)
    const narration = {
      context,
      output: createOutput(context),
      settings,
      style: readStyle(input) ?? settings.style,
      prompt,
      outcomes,
    }
    const model = await narrateWithModel(narration)
    if (model !== undefined) return `Narrated by ${model}.`
    narrateAlone(narration)
    return 'Narrated without a language model.'
  },
})

// What a record step keeps is not an outcome that the narration depends on.
const asksToRemember =
  /^(?:please\s+)?(?:remember|memori[sz]e|keep\s+in\s+mind|note|(?:do\s+not|don['’]?t|never)\s+forget)\b(?![^.!]*\?)/i

/** How often a model may narrate a turn: once, and once more with what was wrong. */
const maxAttempts = 2

interface Narration {
  context: ToolContext
  output: Output
  settings: Settings
  style: Style
  prompt: string
  outcomes: TurnOutcomes
}

/** Narrates with a model. Returns its label, or undefined if no model answered, or if one contradicted the world twice. */
async function narrateWithModel(narration: Narration): Promise<string | undefined> {
  const { context, output, settings, style, prompt, outcomes } = narration
  const { request } = context
  const candidates = listCandidates({ settings, host: request.host })
  if (candidates.length === 0) return undefined
  const { maxWords } = settings
  const maxTokens = Math.ceil(maxWords * 1.6) + 50
  const source = { prompt, outcomes: outcomes.paragraphs, request, style, settings }
  const messagesFor =
    (correction: readonly ChatMessage[]) =>
    ({ contextTokens = usualContextTokens }: Candidate) => {
      const reserved = maxTokens + correction.reduce((sum, { content }) => sum + estimateTokens(content), 0)
      const { messages, blocks } = buildRequest(source, contextTokens - reserved)
      context.ui('narrator_request', { blocks: blocks as unknown as JsonObject[] })
      return [...messages, ...correction]
    }
  // Dice are always shown: no prose can contradict them.
  output.lead = outcomes.rolls.map((roll) => `${roll}\n\n`).join('')
  const onFallback = (reason: string) => context.ui('model_fallback', { reason })
  let correction: ChatMessage[] = []
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const options = { messagesFor: messagesFor(correction), maxTokens, context, onFallback, ...output }
    const narrated = await askModels(candidates, options)
    if (!narrated) break
    context.ui('model_used', { model: narrated.label, ...narrated.usage })
    const faults = faultsOf(narrated.prose, request)
    if (faults.length === 0) faults.push(...(await limitFaults(narrated, narration)))
    if (faults.length === 0) {
      output.lead = ''
      return narrated.label
    }
    for (const fault of faults) context.ui('narration_contradicts', { ...fault })
    output.withdraw()
    correction = correctionOf(narrated.prose, faults)
    if (attempt === maxAttempts) onFallback('it contradicted the world twice')
  }
  output.lead = ''
  return undefined
}

/** The limits of the campaign that the prose breaks. The tokens of the check are counted. */
async function limitFaults({ candidate, label, prose }: Narrated, { context }: Narration): Promise<Fault[]> {
  const { campaign } = context.request
  const limits = campaign ? (readCampaign(campaign).notes?.constraints ?? []) : []
  const checked = await checkLimits(candidate, { prose, limits }, context)
  if (checked) context.ui('model_used', { model: label, ...checked.usage })
  return checked?.faults ?? []
}

/** Narrates without a model: what happened, or one honest sentence. */
function narrateAlone({ context, output, settings, prompt, outcomes }: Narration): void {
  if (settings.provider !== 'template') context.log.info('Narrating without a model, because none gave an answer.')
  const paragraphs = paragraphsOf(
    prompt,
    outcomes,
    context.request.campaign === undefined ? 'nothing' : 'nothing.inWorld',
  )
  output.write(paragraphs.join('\n\n'))
}

function paragraphsOf(
  prompt: string,
  { paragraphs, acts }: TurnOutcomes,
  nothing: 'nothing' | 'nothing.inWorld',
): string[] {
  const isUnknown = paragraphs.length === 0 || (acts.length > 0 && acts.every((act) => act === 'unknown'))
  const language = isUnknown ? detectLanguage(prompt) : undefined
  if (language) return [language.sentence]
  if (paragraphs.length > 0) return paragraphs
  const key = prompt.trim() === '' ? 'empty' : asksToRemember.test(prompt) ? 'memory.kept' : nothing
  return [narratorPhrases[key]?.[0] ?? '']
}

/** The narration that the player sees. */
interface Output {
  /** Stands before the first piece. */
  lead: string
  write: (text: string) => void
  withdraw: () => void
}

/** Streams text to the player. The first piece starts a paragraph, or replaces withdrawn text. */
function createOutput({ narrate }: ToolContext): Output {
  let options: { append: boolean; replace?: boolean } = { append: false }
  const output: Output = {
    lead: '',
    write(text) {
      narrate(options.append ? text : output.lead + text, options)
      options = { append: true }
    },
    withdraw() {
      options = { append: false, replace: true }
    },
  }
  return output
}

function readStyle({ style }: JsonObject): Style | undefined {
  return style === 'terse' || style === 'vivid' || style === 'poetic' ? style : undefined
}
