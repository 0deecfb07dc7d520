import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Disk, systemDisk } from '../../src/files/disk.ts'
import { readProject } from '../../src/index.ts'
import { contents, failed, makeProject, openStory, written } from '../world.ts'

const plan = { rationale: 'r', scene_intention: 'The clock strikes.', actions: [] }

/** A disk that moves nothing into the history while it is told so. */
function diskWithoutHistory(): { disk: Disk; mend: () => void } {
  let broken = true
  const disk: Disk = {
    ...systemDisk,
    rename(from, to) {
      if (broken && to.replaceAll('\\', '/').includes('.story/history/')) throw new Error('EACCES: permission denied')
      systemDisk.rename(from, to)
    },
  }
  return { disk, mend: () => void (broken = false) }
}

describe('a project whose history cannot be written', () => {
  it('P3 §12.1: loses no scene: a tick is there as a whole, or fails with an error and changes nothing', async () => {
    const folder = makeProject()
    const { disk, mend } = diskWithoutHistory()
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
    mend()
    expect(written(await story.tick({ plan }))).toMatchObject({ tick: 2, scene: { id: 'S002' } })
    expect((await readProject(folder)).scenes.map(({ id }) => id)).toEqual(['S001', 'S002'])
  })

  it('undoes the tick that was written last, or nothing', async () => {
    const folder = makeProject()
    const mended = await openStory(folder)
    written(await mended.tick({ plan }))
    const first = contents(folder)
    await mended.close()
    const { disk, mend } = diskWithoutHistory()
    const story = await openStory(folder, { disk })
    written(await story.tick({ plan }))
    const second = contents(folder)
    expect(() => story.undo()).toThrow(/history cannot be written: EACCES/)
    expect(contents(folder)).toEqual(second)
    mend()
    expect(story.undo()).toEqual({ tick: 2, editedFiles: [] })
    expect(contents(folder)).toEqual(first)
  })

  it('is read all the same', async () => {
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
