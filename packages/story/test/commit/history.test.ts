import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Disk, systemDisk } from '../../src/files/disk.ts'
import { readProject } from '../../src/index.ts'
import { contents, failed, makeProject, openStory, written } from '../world.ts'

const plan = { rationale: 'r', scene_intention: 'The clock strikes.', actions: [] }

/** A disk on which the history cannot be written until `repair` is called. */
function diskWithoutHistory(): { disk: Disk; repair: () => void } {
  let broken = true
  const disk: Disk = {
    ...systemDisk,
    rename(from, to) {
      if (broken && to.replaceAll('\\', '/').includes('.story/history/')) throw new Error('EACCES: permission denied')
      systemDisk.rename(from, to)
    },
  }
  return { disk, repair: () => void (broken = false) }
}

describe('a project whose history cannot be written', () => {
  it('P3 §12.1: loses no scene: a tick is complete, or it fails and changes nothing', async () => {
    const folder = makeProject()
    const { disk, repair } = diskWithoutHistory()
    const story = await openStory(folder, { disk })
    written(await story.tick({ plan }))
    const after = contents(folder)
    expect(Object.keys(after)).toContain('scenes/S001.md')
    for (let round = 0; round < 2; round++) {
      await expect(story.tick({ plan })).rejects.toMatchObject({
        code: 'invalid_project',
        message: expect.stringMatching(/history cannot be written: EACCES.*then try again/s),
      })
      expect(contents(folder)).toEqual(after)
    }
    expect((await readProject(folder)).scenes.map(({ id }) => id)).toEqual(['S001'])
    repair()
    expect(written(await story.tick({ plan }))).toMatchObject({ tick: 2, scene: { id: 'S002' } })
    expect((await readProject(folder)).scenes.map(({ id }) => id)).toEqual(['S001', 'S002'])
  })

  it('undo restores the last tick, or nothing', async () => {
    const folder = makeProject()
    const earlier = await openStory(folder)
    written(await earlier.tick({ plan }))
    const first = contents(folder)
    await earlier.close()
    const { disk, repair } = diskWithoutHistory()
    const story = await openStory(folder, { disk })
    written(await story.tick({ plan }))
    const second = contents(folder)
    expect(() => story.undo()).toThrow(/history cannot be written: EACCES/)
    expect(contents(folder)).toEqual(second)
    repair()
    expect(story.undo()).toEqual({ tick: 2, editedFiles: [] })
    expect(contents(folder)).toEqual(first)
  })

  it('can still be read', async () => {
    const folder = makeProject()
    const history = join(folder, '.story/history')
    const story = await openStory(folder)
    const before = contents(folder)
    rmSync(history, { recursive: true, force: true })
    writeFileSync(history, 'a file where a folder should be')
    expect(failed(await story.tick({ plan })).error.message).toContain('history')
    expect(contents(folder)).toEqual(before)
    expect(existsSync(join(folder, '.story/commit'))).toBe(false)
    expect((await readProject(folder)).scenes).toEqual([])
  })
})
