import { writeWorld } from '@narratoria/campaigns'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../../exit-codes.ts'
import { findSession, openStore } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { print } from '../../terminal/print.ts'
import type { ExportOptions } from '../campaign.ts'

/** `narratoria campaign export STORY FOLDER`: the world of a story that began with a premise, as its first turn found it. */
export async function exportCampaign({ story, folder }: ExportOptions, io: Io): Promise<void> {
  const target = resolve(io.cwd, folder)
  if (existsSync(target)) throw new UsageError(`${folder} already exists; name a folder that does not`)
  const store = await openStore(io)
  try {
    const { sessionId } = await findSession(store, story)
    const state = await store.stateAt(sessionId, null)
    const world = isJsonObject(state.world) ? state.world.model : undefined
    if (!isJsonObject(world))
      throw new UsageError(`"${story}" did not begin with a premise; campaigns are folders already ("campaign list")`)
    const { premise, generated } = isJsonObject(state.story) ? state.story : {}
    const about = {
      ...(typeof premise === 'string' && { premise }),
      ...(isJsonObject(generated) && { generated: readGenerated(generated) }),
    }
    for (const file of await writeWorld(target, world as unknown as Parameters<typeof writeWorld>[1], about))
      print(io, `wrote ${folder}/${file}`)
    print(io, `Play it: narratoria play --campaign ${folder}`)
  } finally {
    await store.close()
  }
}

function readGenerated({ model, at }: JsonObject): { model: string; at: string } {
  return { model: typeof model === 'string' ? model : '', at: typeof at === 'string' ? at : '' }
}
