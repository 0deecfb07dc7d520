import { modelTextLimits } from '../../src/grammar/model-texts.ts'
import { expect, it } from 'vitest'
import { LlamaPlanner, type LlamaWarning, type LocalModel } from '../../src/llama/index.ts'
import { contractRequest, sampleSkill } from '../../src/testing/index.ts'

/** A model that chooses nothing, and records its prompts. */
function listening(contextSize: number) {
  const prompts: string[] = []
  const model: LocalModel = {
    info: { name: 'listening', contextSize, loadMs: 0 },
    complete: async ({ messages }) => {
      prompts.push(messages[0]?.content ?? '')
      const counts = { promptTokens: 0, evaluatedTokens: 0, completionTokens: 0, prefillMs: 0, decodeMs: 0 }
      return { text: '{"steps":[],"say":"You wait."}', finishReason: 'stop', ...counts }
    },
    warm: async () => 0,
    countTokens: async (text) => Math.ceil(text.length / 4),
    embed: async () => [],
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
  const warnings: LlamaWarning[] = []
  const planner = new LlamaPlanner({ model, onWarning: (warning) => warnings.push(warning) })
  return { prompts, warnings, planner }
}

const skillsOf = (count: number, prompt = '') =>
  Array.from({ length: count }, (_, index) =>
    sampleSkill({
      name: `skill-${index}`,
      prompt,
      scripts: [{ name: `act-${index}`, description: `Does the thing number ${index}.`, triggers: [`thing ${index}`] }],
    }),
  )

it('FR-004: a model reads as much of a skill’s texts as the guide for authors states', async () => {
  const { prompts, warnings, planner } = listening(4_096)
  const texts = { description: 'd'.repeat(900), prompt: 'p'.repeat(900) }
  const scripts = [{ name: 'act', description: '', triggers: ['act'] }]
  await planner.plan(contractRequest('I wait', { skills: [sampleSkill({ name: 'wordy', ...texts, scripts })] }))
  expect(prompts[0]).toMatch(new RegExp(`"d{${modelTextLimits.description - 1}}…"`))
  expect(prompts[0]).toMatch(new RegExp(`"p{${modelTextLimits.prompt - 1}}…"`))
  expect(warnings).toEqual([])
})

it('a catalogue that does not fit is reported once for each set of skills', async () => {
  const { warnings, planner } = listening(2_048)
  const few = skillsOf(10, 'Be kind. '.repeat(30))
  for (let turn = 0; turn < 3; turn += 1) await planner.plan(contractRequest('I wait', { skills: few }))
  for (let turn = 0; turn < 3; turn += 1) await planner.plan(contractRequest('I wait', { skills: skillsOf(300) }))
  expect(warnings).toMatchObject([
    { code: 'catalogue_cut', message: expect.stringContaining("all scripts, but not for the skills' prompts") },
    { code: 'catalogue_cut', message: expect.stringMatching(/room for \d+ of 300 scripts.*disable skills/) },
  ])
})

it('a prompt that is cut is reported once for a turn', async () => {
  const { warnings, planner } = listening(4_096)
  const skills = skillsOf(2)
  // White space is read as one space: of the last one nothing is cut.
  for (const prompt of ['I wait', 'I wait and see. '.repeat(60), `I wait${' \n'.repeat(2_000)}and see`])
    await planner.plan(contractRequest(prompt, { skills }))
  expect(warnings).toEqual([])
  for (let plan = 0; plan < 2; plan += 1) await planner.plan(contractRequest('I wait. '.repeat(9_000), { skills }))
  expect(warnings).toMatchObject([
    { code: 'prompt_cut', message: expect.stringMatching(/plans from the first \d+ of your 72000 characters/) },
  ])
})
