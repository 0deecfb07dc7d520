import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Disk, systemDisk } from '../../src/files/disk.ts'
import { openStory as open } from '../../src/index.ts'
import { contents, makeBareProject, openStory, shippedSkills, temporaryFolder } from '../world.ts'
import { expectWhole } from './kill-ticks.ts'

const plan = { rationale: 'r', scene_intention: 'The clock strikes.', actions: [] }

/** A disk that fails at one step, or from that step on. */
function faultyDisk(failsAt: number, permanently: boolean): Disk & { steps: () => number } {
  let step = 0
  const acts = Object.entries(systemDisk).map(([name, act]) => [
    name,
    (...args: string[]) => {
      step++
      if (permanently ? step >= failsAt : step === failsAt) {
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      }
      return (act as (...args: string[]) => void)(...args)
    },
  ])
  return Object.assign(Object.fromEntries(acts) as Disk, { steps: () => step })
}

/**
 * Runs ticks on a disk that fails at a step, for every `every`-th step, and checks each project after recovery. Returns the number
 * of failed ticks.
 */
export async function failTicks({ permanently, every }: { permanently: boolean; every: number }): Promise<number> {
  const base = makeBareProject()
  let failures = 0
  for (let step = 1; ; step += every) {
    const folder = join(temporaryFolder(), 'novel')
    cpSync(base, folder, { recursive: true })
    const before = contents(folder)
    const disk = faultyDisk(step, permanently)
    const options = { folder, skillRoots: [shippedSkills], home: join(folder, '../home'), disk }
    const story = await open(options).catch(() => undefined)
    if (!story) continue
    const result = await story.tick({ plan })
    await story.close()
    await (await openStory(folder)).close()
    const ticks = await expectWhole(folder)
    expect(ticks, `step ${step}`).toBe(result.ok ? 1 : 0)
    if (!result.ok) {
      failures++
      expect(contents(folder), `step ${step}`).toEqual(before)
      expect(result.error.message).toContain('ENOSPC')
      if (!permanently) expect(result.errorFile).toBe('errors/error_001.json')
    }
    rmSync(folder, { recursive: true })
    if (disk.steps() < step) break
  }
  return failures
}
