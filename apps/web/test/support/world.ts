import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Planner } from '@narratoria/planner'
import { type Narratoria, openSqliteSessionStore, createNarratoria } from '@narratoria/runtime'
import { type WebServer, type WebServerOptions, openWebServer } from '@narratoria/web'
import { ScenePlanner } from './scene-planner.ts'

const fixtures = fileURLToPath(new URL('../fixtures/skills', import.meta.url))

/** A host with the skill of the scenes, its server, and their folder. */
export interface World {
  folder: string
  url: string
  server: WebServer
  narratoria: Narratoria
  close(): Promise<void>
}

/** Opens a host in a folder, which may be that of an earlier world. */
export async function openHost(folder: string, planner: Planner = new ScenePlanner()): Promise<Narratoria> {
  return createNarratoria({
    skillRoots: [join(folder, 'skills')],
    home: join(folder, 'home'),
    planner,
    store: await openSqliteSessionStore(join(folder, 'sessions.db')),
    executor: { shutdownTimeoutMs: 200 },
    watchSkills: true,
  })
}

/** Creates the folder of a world, with a copy of the fixture skills. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-web-'))
  await cp(fixtures, join(folder, 'skills'), { recursive: true })
  return folder
}

/** Opens a world. Its folder defaults to a new one. Close it after use. */
export async function openWorld(options: Partial<WebServerOptions> = {}, inFolder?: string): Promise<World> {
  const folder = inFolder ?? (await createFolder())
  const narratoria = await openHost(folder)
  const server = await openWebServer({ narratoria, ...options })
  return {
    folder,
    url: server.url.replace(/\/(?:\?.*)?$/, ''),
    server,
    narratoria,
    async close() {
      await server.close()
      await narratoria.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
