import { openStory, type Story } from '@narratoria/story'
import { exitCodes } from '../../exit-codes.ts'
import { confirmedLocalSkills } from '../../host/confirm-local-skills.ts'
import { openWriter } from '../../host/connections.ts'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import { bundledModelWorker } from '../../host/open-model.ts'
import { narratoriaHome, skillRoots } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import type { WriteOptions } from './command.ts'
import { explainErrors, projectOf } from './project.ts'

/** Opens the story of a project, and closes it after `work`, whose exit code it returns. */
export function withStory(
  io: Io,
  options: WriteOptions,
  work: (story: Story, signal: AbortSignal) => Promise<number | void>,
): Promise<number | void> {
  return explainErrors(async () => {
    const folder = projectOf(io, options)
    const modelWorkerPath = bundledModelWorker()
    const story = await openStory({
      folder,
      skillRoots: skillRoots(io, { ...options, local: confirmedLocalSkills(io, options.skills) }),
      home: narratoriaHome(io),
      openWriter: (needs) => openWriter(io, needs),
      ...(modelWorkerPath && { modelWorkerPath }),
    })
    const { signal, release } = abortOnInterrupt(io)
    try {
      const code = await work(story, signal)
      return signal.aborted ? exitCodes.interrupted : code
    } finally {
      release()
      await story.close()
    }
  })
}
