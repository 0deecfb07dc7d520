import { createLanguageModel, type LanguageModel } from '@narratoria/models'

/** The steps of a scene, by the beginning of their prompts. */
const steps = {
  outline: /^You outline /,
  plan: /^You are a creative story planner/,
  critique: /^You are the editor/,
  revision: /Revise it\. What must be changed:/,
  rewrite: /The scene exists and is written again/,
  draft: /^You write one scene/,
}
export type Step = keyof typeof steps

/** What step a prompt belongs to. */
export function stepOf(prompt: string): Step {
  const found = (Object.keys(steps) as Step[]).find((step) => steps[step].test(prompt))
  if (!found) throw new Error(`no step has this prompt: ${prompt.slice(0, 80)}`)
  return found
}

const beat = (purpose: string, turning: boolean) => ({
  purpose,
  people: ['C0', 'C1'],
  place: 'L0',
  things: ['T0'],
  turning_point: turning,
})
const act = (title: string) => ({ title, beats: [beat(`${title} begins.`, false), beat(`${title} turns.`, true)] })

/** Answers that a model could give. `{hero}` and `{other}` are first names. */
export const answers = {
  outline: { title: 'The Crossing', want: 'to cross', obstacle: 'the river', acts: ['One', 'Two', 'Three'].map(act) },
  plan: {
    rationale: 'It is next.',
    scene_intention: 'They meet at the landing.',
    pov_character: 'C0',
    target_location: 'L0',
    people: ['C0', 'C1'],
    things: [],
    actions: [{ tool: 'character.generate', args: { role: 'ferryman', name: 'Marcus Vale' } }],
    expected_outcomes: ['They meet.'],
  },
  draft: {
    title: 'The Landing',
    paragraphs: ['{hero} waited at the landing.', '“You are late,” said {absent}.', 'It rained.'],
    summary: ['They meet.'],
    characters: ['C0', 'C1'],
    things: [],
    changes: [],
    loops_raised: [],
    loops_developed: ['OL0'],
    loops_closed: [],
  },
  critique: { verdict: 'revise', problems: ['No one crosses anything.'] },
  revision: {
    title: 'The Landing',
    paragraphs: [
      '{hero} waited at the landing.',
      '“You are late,” said {other}.',
      '{other} learned that the boat had sunk.',
    ],
    summary: ['They meet, and the boat has sunk.'],
    characters: ['C0', 'C1'],
    things: [],
    changes: [
      { kind: 'learns', id: 'C1', fact: 'The boat has sunk.', cause: '{other} learned that the boat had sunk' },
    ],
    loops_raised: [],
    loops_developed: ['OL0'],
    loops_closed: [],
  },
}

/** A model that answers each step from `given`, filled with names. `onCall` is called before each answer. */
export function scriptedModel(
  given: Partial<Record<Step, unknown>>,
  {
    names,
    onCall = () => {},
    usage = { promptTokens: 100, completionTokens: 50 },
  }: {
    names: Record<string, string>
    onCall?: (step: Step, prompt: string) => void
    usage?: { promptTokens: number; completionTokens: number }
  },
): LanguageModel {
  return createLanguageModel({
    id: 'scripted',
    provider: 'test',
    async *generate({ messages }) {
      const prompt = messages.find(({ role }) => role === 'user')!.content
      const step = stepOf(prompt)
      onCall(step, prompt)
      const text = JSON.stringify(given[step]).replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)
      yield { type: 'text', text }
      yield { type: 'finish', finishReason: 'stop', usage }
    },
  })
}
