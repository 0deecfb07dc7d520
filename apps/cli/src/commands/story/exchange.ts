import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { writeWorld } from '@narratoria/campaigns'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { createProjectFrom, type PlayedStory, playableWorld, readProject } from '@narratoria/story'
import { UsageError } from '../../exit-codes.ts'
import { playableCampaigns } from '../../host/campaigns.ts'
import { findSession, openStore } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { CampaignOptions, FromOptions } from './command.ts'
import { explainErrors, projectOf } from './project.ts'

type World = NonNullable<PlayedStory['world']>
type WorldState = NonNullable<PlayedStory['turns'][number]['state']>

export async function storyFrom({ session, folder, json }: FromOptions, io: Io): Promise<void> {
  const target = resolve(io.cwd, folder)
  const store = await openStore(io)
  try {
    const { sessionId, title, opening, head } = await findSession(store, session)
    const line = await store.line(sessionId, head)
    const first = await store.stateAt(sessionId, null)
    const world = await worldOf(first, io)
    const turns: PlayedStory['turns'][number][] = []
    for (const { turnId, prompt, narrative } of line) {
      const state = await store.stateAt(sessionId, turnId)
      turns.push({ prompt, narrative, ...(isJsonObject(state.world) && { state: state.world as WorldState }) })
    }
    const { premise } = isJsonObject(first.story) ? first.story : {}
    await explainErrors(() =>
      createProjectFrom(target, {
        title,
        opening,
        turns,
        ...(typeof premise === 'string' && { premise }),
        ...(world && { world }),
      }),
    )
  } finally {
    await store.close()
  }
  const { scenes } = await readProject(target)
  if (json) printJson(io, { folder: target, scenes: scenes.length })
  else
    print(
      io,
      `Created ${relative(io.cwd, target) || '.'} with ${scenes.length} scenes. Read it with: narratoria story show`,
    )
}

/** The world of a session: its own, or that of its campaign. */
async function worldOf({ world }: JsonObject, io: Io): Promise<World | undefined> {
  if (!isJsonObject(world)) return undefined
  if (isJsonObject(world.model)) return world.model as unknown as World
  const name = isJsonObject(world.campaign) ? world.campaign.name : undefined
  return typeof name === 'string' ? (await playableCampaigns(io).find(name))?.world : undefined
}

export async function storyCampaign(options: CampaignOptions, io: Io): Promise<void> {
  const target = resolve(io.cwd, options.folder)
  if (existsSync(target)) throw new UsageError(`${options.folder} already exists; name a folder that does not`)
  const view = await explainErrors(() => readProject(projectOf(io, options)))
  const world = await explainErrors(() => playableWorld(view))
  const files = await writeWorld(target, world, { premise: view.state.premise })
  if (options.json) return printJson(io, { folder: target, files })
  for (const file of files) print(io, `wrote ${options.folder}/${file}`)
  print(io, `Play it: narratoria play --campaign ${options.folder}`)
}
