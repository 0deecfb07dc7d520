import { narratorPhrases } from '@narratoria/content'
import type { TokenUsage } from '@narratoria/models'
import type { JsonObject } from '@narratoria/protocol'
import type { ToolContext } from '@narratoria/tool-sdk'
import type { Candidate } from './candidates.ts'
import type { Fault } from './check-prose.ts'

const maxTokens = 60
const schema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['broken'],
  properties: { broken: { type: 'array', items: { type: 'integer' } } },
}

/** What a check found, and what it cost. */
interface CheckedLimits {
  faults: Fault[]
  usage: TokenUsage
}

/**
 * Asks the model that narrated which limits of the campaign its prose breaks. Resolves to undefined if there are no limits, or if the
 * model gives no usable answer: a check that fails is not a reason to withdraw prose.
 */
export async function checkLimits(
  { label, open }: Candidate,
  { prose, limits }: { prose: string; limits: readonly string[] },
  { log, signal }: Pick<ToolContext, 'log' | 'signal'>,
): Promise<CheckedLimits | undefined> {
  if (limits.length === 0) return undefined
  const numbered = limits.map((limit, index) => `${index + 1}. ${limit}`).join('\n')
  try {
    const { askStructured, strictSchema } = await import('@narratoria/models')
    const { value, usage } = await askStructured<number[]>(
      await open(),
      {
        messages: [
          { role: 'system', content: narratorPhrases['limits.task']?.[0] ?? '' },
          { role: 'user', content: `${numbered}\n\n${JSON.stringify({ narration: prose })}` },
        ],
        schema: strictSchema(schema),
        bounded: schema,
        maxTokens,
        maxAttempts: 1,
        temperature: 0,
        read: ({ broken }) =>
          Array.isArray(broken) ? { value: broken.map(Number) } : { complaint: '"broken" must be an array of numbers' },
      },
      { signal },
    )
    const broken = limits.filter((_, index) => value.includes(index + 1))
    const faults = broken.map((limit) => ({ sentence: prose, reason: `breaks the limit ${JSON.stringify(limit)}` }))
    return { faults, usage }
  } catch (error) {
    signal.throwIfAborted()
    log.info(`${label} could not check the limits of the campaign: ${(error as Error).message}`)
    return undefined
  }
}
