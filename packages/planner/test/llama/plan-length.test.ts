import { discoverSkills } from '@narratoria/skills'
import { Tiktoken } from 'js-tiktoken/lite'
import cl100k from 'js-tiktoken/ranks/cl100k_base'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type CompletionRequest, LlamaPlanner, type LocalModel } from '../../src/llama/index.ts'
import { contractRequest } from '../../src/testing/index.ts'
import { Gbnf } from '../grammar/gbnf.ts'

/** What a model writes for each shipped script that it can choose, with what a player's words name. */
const steps: Record<string, object> = {
  'roll-dice': { formula: '2d6+3', task: 'pick the rusty lock' },
  'door-examiner': { target: 'mysterious iron-bound door' },
  'torch-lighter': { action: 'light_torch' },
  'update-reputation': { faction: 'the Thieves’ Guild', amount: -10, reason: 'stole the silver chalice' },
  'query-reputation': { faction: 'the City Watch', history: 3 },
}
const say = 'You take a slow breath and begin, while the guard looks on.'

// Qwen's vocabulary is cl100k_base with additions, so that its count is what a recommended model writes.
const vocabulary = new Tiktoken(cl100k)

/** Asks for a plan, written as given; returns the request to the model and the scripts of the plan. */
async function plan(text: string) {
  const { skills } = await discoverSkills({ roots: [fileURLToPath(new URL('../../../../skills', import.meta.url))] })
  const asked: CompletionRequest[] = []
  const model: LocalModel = {
    info: { name: 'written', contextSize: 8_192, loadMs: 0 },
    complete: async (request) => {
      asked.push(request)
      const measured = { promptTokens: 0, evaluatedTokens: 0, completionTokens: 0, prefillMs: 0, decodeMs: 0 }
      return { text, finishReason: 'stop', ...measured }
    },
    warm: async () => 0,
    countTokens: async (counted) => vocabulary.encode(counted, 'all').length,
    embed: async () => [],
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
  const { tools } = await new LlamaPlanner({ model }).plan(contractRequest('I try', { skills }))
  return { request: asked[0], scripts: tools.map(({ toolPath }) => toolPath.replace(/^.*\/|\.mjs$/g, '')) }
}

const pairs = Object.keys(steps).flatMap((first) =>
  Object.keys(steps)
    .filter((second) => second !== first)
    .map((second): [string, string] => [first, second]),
)

it.each(pairs)('FR-006: a plan of %s and %s takes at most 80 tokens', async (first, second) => {
  const text = JSON.stringify({
    steps: [
      { do: first, with: steps[first] },
      { do: second, with: steps[second], after: [0] },
    ],
    say,
  })
  const { request, scripts } = await plan(text)
  expect(new Gbnf(request?.grammar ?? '').accepts(text)).toBe(true)
  expect(scripts).toEqual(expect.arrayContaining([first, second]))
  expect(vocabulary.encode(text).length).toBeLessThanOrEqual(80)
})

it('FR-006: what a model may write is bounded by the steps of its plan', async () => {
  expect((await plan('{"steps":[],"say":""}')).request?.maxTokens).toBe(80 + 4 * 40)
})
