import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../../exit-codes.ts'
import { findSession, openStore } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { writeStoryWorld } from '../../story/played-world.ts'
import { print } from '../../terminal/print.ts'
import type { ExportOptions } from '../campaign.ts'

/** `narratoria campaign export STORY FOLDER`: the world of a story as it is now, or with `--start` as the story began. */
export async function exportCampaign({ story, folder, ...options }: ExportOptions, io: Io): Promise<void> {
  const start = options.start === true
  const target = resolve(io.cwd, folder)
  if (existsSync(target)) throw new UsageError(`${folder} already exists; name a folder that does not`)
  const store = await openStore(io)
  try {
    const { sessionId, head } = await findSession(store, story)
    const turnId = start ? null : head
    const state = await store.stateAt(sessionId, turnId)
    const narrative = (await store.line(sessionId, turnId, 1)).at(-1)?.narrative ?? ''
    const written = await writeStoryWorld(target, { state, narrative, start }, io)
    if (!written) throw new UsageError(whyNot(story, start))
    for (const file of written.files) print(io, `wrote ${folder}/${file}`)
    for (const each of written.leftOut) print(io, `left out: ${each}`)
    print(io, `Play it: narratoria play --campaign ${folder}`)
  } finally {
    await store.close()
  }
}

function whyNot(story: string, start: boolean): string {
  return start
    ? `"${story}" did not begin with a premise; campaigns are folders already ("campaign list")`
    : `"${story}" has no world, or its campaign is not found or has errors ("campaign list", "campaign check")`
}
