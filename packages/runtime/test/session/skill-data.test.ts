import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Planner } from '@narratoria/planner'
import type { JsonObject, Plan } from '@narratoria/protocol'
import { expect, it, onTestFinished } from 'vitest'
import { createNarratoria } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const shipped = fileURLToPath(new URL('../../../../skills', import.meta.url))

/** The scripts of memory and reputation, as the player's words name them: `store: …`, `guards: -20`, `ask: …`. */
function planFor(prompt: string, skills: string): Plan {
  const tool = (skill: string, script: string, input: JsonObject) => ({
    toolId: script,
    toolPath: join(skills, skill, 'scripts', `${script}.mjs`),
    input,
  })
  const [what, words = ''] = prompt.split(': ')
  const tools = {
    store: [tool('memory', 'store-memory', { text: words })],
    guards: [tool('reputation', 'update-reputation', { faction: 'town-guard', amount: Number(words) })],
    ask: [
      tool('memory', 'recall-memory', { query: words, minSimilarity: 0 }),
      tool('reputation', 'query-reputation', { faction: 'town-guard' }),
    ],
  }[what!]
  return { requestId: randomUUID(), tools: tools ?? [], narrative: prompt }
}

async function openStories() {
  const folder = await temporaryFolder()
  const skills = join(folder, 'skills')
  for (const name of ['memory', 'reputation']) {
    cpSync(join(shipped, name), join(skills, name), {
      recursive: true,
      filter: (path) => !/\/(node_modules|data|src|test)$/.test(path),
    })
  }
  const planner: Planner = { name: 'scripted', plan: async ({ prompt }) => planFor(prompt, skills) }
  const host = await createNarratoria({ skillRoots: [skills], home: join(folder, 'home'), planner })
  onTestFinished(() => host.close())
  return async (name: string) => {
    const session = await host.openSession(name)
    const play = async (prompt: string) => {
      const { execution } = await session.play(prompt).result
      expect(execution?.success, JSON.stringify(execution?.toolResults.map(({ error }) => error))).toBe(true)
      return execution!
    }
    return {
      session,
      play,
      /** What the skills know now; the question itself is taken back. */
      async ask() {
        const { toolResults } = await play('ask: key ring guard')
        await session.undo()
        const [recall, standing] = toolResults.map(({ output }) => output as Record<string, Record<string, unknown>>)
        const recalled = recall!.memory!.recalled as { text: string }[]
        const guards = (standing!.reputation!.factions as Record<string, { value: number }> | undefined)?.['town-guard']
        return { texts: recalled.map(({ text }) => text).sort(), guards: guards?.value }
      },
    }
  }
}

it('§3: memories and reputations are those of the line that is played, through undo, branches and redo', async () => {
  const open = await openStories()
  const story = await open('original')
  for (const prompt of ['store: The copper key lies under the mat.', 'guards: -20']) await story.play(prompt)
  const before = await story.ask()
  expect(before).toMatchObject({ texts: ['The copper key lies under the mat.'] })

  for (const prompt of ['store: The baker hides a silver ring.', 'guards: -30']) await story.play(prompt)
  const first = await story.ask()
  expect(first.texts).toEqual(['The baker hides a silver ring.', 'The copper key lies under the mat.'])
  expect(first.guards).toBeLessThan(before.guards!)

  await story.session.undo(2)
  expect(await story.ask()).toEqual(before)

  for (const prompt of ['store: The guard lost his ring.', 'guards: 40']) await story.play(prompt)
  const second = await story.ask()
  expect(second.texts).toEqual(['The copper key lies under the mat.', 'The guard lost his ring.'])
  expect(second.guards).toBeGreaterThan(before.guards!)

  // The same line, played alone.
  const alone = await open('alone')
  const line = [
    'store: The copper key lies under the mat.',
    'guards: -20',
    'store: The guard lost his ring.',
    'guards: 40',
  ]
  for (const prompt of line) await alone.play(prompt)
  expect(await alone.ask()).toEqual(second)
})
