import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { createProject, openStory as openStoryOf, type StoryPlanner } from '../src/index.ts'
import { StubStoryPlanner } from '../src/stub/stub-story-planner.ts'
import { contents, failed, makeProject, openStory, shippedSkills, temporaryFolder, written } from './world.ts'

/** A planner that never answers. `asked` resolves when it is called. */
function hangingPlanner() {
  const asked = Promise.withResolvers<void>()
  const plan: StoryPlanner['plan'] = () => {
    asked.resolve()
    return new Promise(() => {})
  }
  return { planner: { name: 'hanging', plan }, asked: asked.promise }
}

it('rejects a folder without a project and does not change it', async () => {
  const folder = join(temporaryFolder(), 'novel')
  const opening = openStoryOf({ folder, skillRoots: [shippedSkills], home: folder })
  await expect(opening).rejects.toMatchObject({ code: 'project_not_found', message: expect.stringContaining(folder) })
  expect(existsSync(folder)).toBe(false)
  createProject(folder)
})

it('runs one tick at a time: concurrent calls are rejected, and no scene is written twice', async () => {
  const story = await openStory(makeProject())
  const first = story.tick()
  const busy = { code: 'story_busy', message: expect.stringContaining('wait until it is done') }
  await expect(story.tick()).rejects.toMatchObject(busy)
  await expect(story.preview()).rejects.toMatchObject(busy)
  expect(() => story.undo()).toThrow(expect.objectContaining(busy))
  expect(written(await first).tick).toBe(1)
  expect(written(await story.tick()).tick).toBe(2)
  expect(story.undo().tick).toBe(2)
})

it('close with force cancels the running tick before it releases the lock; later calls are refused', async () => {
  const folder = makeProject()
  const before = contents(folder)
  const { planner, asked } = hangingPlanner()
  const story = await openStory(folder, { planner })
  let ended = false
  const tick = story.tick().finally(() => (ended = true))
  await asked
  await story.close({ force: true })
  expect(ended).toBe(true)
  expect(failed(await tick)).toMatchObject({ stage: 'plan', error: { code: 'cancelled' } })
  const closed = { code: 'story_closed', message: expect.stringContaining('open it again') }
  await expect(story.tick()).rejects.toMatchObject(closed)
  await expect(story.preview()).rejects.toMatchObject(closed)
  expect(() => story.undo()).toThrow(expect.objectContaining(closed))
  expect(contents(folder)).toEqual(before)
  written(await (await openStory(folder)).tick())
})

it('close waits for the running tick and refuses new ones', async () => {
  const folder = makeProject()
  const story = await openStory(folder)
  const tick = story.tick()
  const closing = story.close()
  await expect(story.tick()).rejects.toMatchObject({ code: 'story_closed' })
  await closing
  expect(written(await tick).tick).toBe(1)
  await (await openStory(folder)).close()
})

it('a relative folder is resolved when the story is opened', async () => {
  const folder = makeProject()
  const story = await openStory(relative(process.cwd(), folder), { home: join(folder, '..', 'home') })
  expect(story.folder).toBe(folder)
  written(await story.tick())
})

it('an infinite time limit never expires', async () => {
  const planner = new StubStoryPlanner()
  const slow: StoryPlanner = {
    name: 'slow',
    plan: async (request) => {
      // A timer that is due later than one of an infinite delay, which is due after 1 ms.
      await new Promise((resolve) => setTimeout(resolve, 20))
      return planner.plan(request)
    },
  }
  const story = await openStory(makeProject(), { planner: slow, answerTimeoutMs: Number.POSITIVE_INFINITY })
  written(await story.tick())
})

it.each([Number.NaN, -1, '5', 5n])('a time limit of %o is rejected when the story is opened', async (limit) => {
  const folder = makeProject()
  const opening = openStory(folder, { answerTimeoutMs: limit as unknown as number })
  await expect(opening).rejects.toThrow(/^answerTimeoutMs must be a non-negative number; it is /)
  await (await openStory(folder)).close()
})
