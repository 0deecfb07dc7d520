import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type JsonObject, mergePatch } from '@narratoria/protocol'
import type { World, WorldState } from '@narratoria/world'
import { type Character, createCharacter } from '../player/create-character.ts'
import type { PlayerTemplate } from '../player/template.ts'
import { type Expectation, parseStory } from './story-file.ts'
import { WorldPlayer, type WorldTurn } from './world-player.ts'

/** The result of a story test. `line` and `message` name the first thing that was not as expected. */
export interface StoryTestResult {
  name: string
  ok: boolean
  line?: number
  message?: string
}

/**
 * Runs a story test on a world. `# seed: 7` in the file sets the seed of the dice; it defaults to 1. The character of a test that
 * answers questions is created by `template`.
 *
 *
 * @example
 * ```ts
 * import { runStoryTest } from '@narratoria/campaigns'
 * import type { World } from '@narratoria/world'
 *
 * const world: World = {
 *   title: 'A key',
 *   opening: 'You wake in a cell.',
 *   player: { at: 'cell' },
 *   places: { cell: { name: 'cell', description: 'Four walls.' } },
 *   things: { key: { name: 'brass key', at: 'cell', description: 'It is cold.' } },
 *   people: {},
 * }
 * const { ok, message } = runStoryTest(world, { name: 'key', text: '> take the key\n@ /world/at/key = "player"\n' })
 * if (!ok) throw new Error(message)
 * ```
 */
export function runStoryTest(
  world: World,
  test: { name: string; text: string },
  template: PlayerTemplate = {},
): StoryTestResult {
  const { steps, character: answers, errors } = parseStory(test.text)
  const [error] = errors
  if (error) return { name: test.name, ok: false, ...error }
  const created = Object.keys(answers).length > 0 ? createCharacter(template, answers, world) : undefined
  const [problem] = created?.problems ?? []
  if (problem) return { name: test.name, ok: false, line: 1, message: problem.message }
  const seed = Number(/^#\s*seed:\s*(\d+)/m.exec(test.text)?.[1] ?? 1)
  const player = new WorldPlayer(world, { seed, state: startOf(world, created?.character) })
  for (const { prompt, expect } of steps) {
    const turn =
      prompt === undefined
        ? { text: world.opening, choices: player.choices().map(({ text }) => text), state: player.state }
        : player.play(prompt)
    for (const expectation of expect) {
      const message = mismatch(expectation, turn)
      if (message !== undefined) return { name: test.name, ok: false, line: expectation.line, message }
    }
  }
  return { name: test.name, ok: true }
}

function startOf({ state = {} }: World, character: Character | undefined): WorldState {
  return character ? (mergePatch(state as JsonObject, character.state) as WorldState) : state
}

function mismatch(expected: Expectation, turn: Pick<WorldTurn, 'text' | 'choices' | 'state'>): string | undefined {
  const { kind, text } = expected
  const contains = (where: string) => where.toLowerCase().includes(text.toLowerCase())
  if (kind === 'shows' && !contains(turn.text)) return `"${text}" does not appear in: ${excerpt(turn.text)}`
  if (kind === 'hides' && contains(turn.text)) return `"${text}" must not appear, but does in: ${excerpt(turn.text)}`
  if (kind === 'choice' && !turn.choices.some(contains))
    return `No choice contains "${text}". Choices are: ${turn.choices.join('; ')}`
  if (kind === 'state') {
    const value = valueAt({ world: turn.state }, text)
    if (!isDeepStrictEqual(value, expected.value))
      return `The state at ${text} is ${JSON.stringify(value)}, not ${JSON.stringify(expected.value)}.`
  }
  return undefined
}

function valueAt(state: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (isJsonObject(value) ? value[part] : undefined), state)
}

function excerpt(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ')
  return flat.length <= 300 ? flat : `${flat.slice(0, 300)}…`
}
