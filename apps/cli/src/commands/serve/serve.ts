import { once } from 'node:events'
import { join } from 'node:path'
import { createStoryHttpHandler } from '@narratoria/mcp'
import type { HealthServer } from '@narratoria/cluster'
import type * as Web from '@narratoria/web'
import { UsageError } from '../../exit-codes.ts'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import { withCluster } from '../../host/load-cluster.ts'
import type { Io } from '../../io.ts'
import { mcpBeginningsOf } from '../../story/mcp-beginnings.ts'
import { beginningsOf, describeCampaign } from '../../story/web-opening.ts'
import { cliVersion } from '../../version.ts'
import { notify, print } from '../../terminal/print.ts'
import type { ServeOptions } from './command.ts'
import { narratoriaHome } from '../../host/skill-roots.ts'
import { addressesOf, describeAddresses } from './addresses.ts'
import { keptToken } from './kept-token.ts'
import { ServedHosts } from './served-hosts.ts'

/** `narratoria serve`: serves the web app until it is interrupted. */
export async function serve({ port, host, token, share, healthPort, ...options }: ServeOptions, io: Io): Promise<void> {
  const store = options.store ?? (io.env.NARRATORIA_STORE || undefined)
  if (store === undefined) refuseClusterOptions({ ...options, healthPort })
  const { openWebServer, WebError } = await loadWeb()
  const cluster = store === undefined ? undefined : { ...options, store }
  const hosts = new ServedHosts(io, options, { WebError, cluster })
  const interrupt = abortOnInterrupt(io, () => hosts.close())
  let server: Web.WebServer | undefined
  let health: HealthServer | undefined
  const onError = (error: unknown) => notify(io, error instanceof Error ? String(error.stack) : String(error))
  try {
    server = await openWebServer({
      narratoria: await hosts.open(),
      port,
      ...(host !== undefined && { host }),
      token: token ?? (io.env.NARRATORIA_TOKEN || ((host || share) && keptToken(io)) || undefined),
      ...(share && { share: { file: join(narratoriaHome(io), 'shared-stories.json'), ...linkHostOf(host) } }),
      opening: await describeCampaign(io),
      beginnings: beginningsOf(io, options),
      settings: hosts,
      mcp: (stories) =>
        createStoryHttpHandler({ ...stories, beginnings: mcpBeginningsOf(io, options), version: cliVersion, onError }),
      onError,
    })
    print(io, describeAddresses(addressesOf(server.url, host), { isTerminal: io.stdout.isTTY === true }))
    if (cluster && healthPort !== undefined) {
      health = await serveHealth(hosts, healthPort)
      print(io, `Health: http://127.0.0.1:${health.port}/`)
    }
    if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort')
  } catch (error) {
    throw WebError.isInstance(error) ? new UsageError(error.message) : error
  } finally {
    // The other hosts play the next turns, and this one ends those that it plays.
    await hosts.cluster?.drain()
    await server?.close({ force: true })
    await health?.close({ force: true })
    await hosts.close()
    interrupt.release()
  }
}

/** Without a database, these options would have no effect. @throws {UsageError} */
function refuseClusterOptions({
  shared,
  bucket,
  name,
  turns,
  lostTurns,
  healthPort,
}: Pick<ServeOptions, 'shared' | 'bucket' | 'name' | 'turns' | 'lostTurns' | 'healthPort'>): void {
  const given = {
    '--shared': shared,
    '--bucket': bucket,
    '--name': name,
    '--turns': turns,
    '--lost-turns': lostTurns,
    '--health-port': healthPort,
  }
  const [option] = Object.entries(given).find(([, value]) => value !== undefined) ?? []
  if (option) throw new UsageError(`${option} is for a cluster; give --store postgres://… or set NARRATORIA_STORE`)
}

function serveHealth(hosts: ServedHosts, port: number): Promise<HealthServer> {
  return withCluster(({ openHealthServer, metricsText }) =>
    openHealthServer(
      {
        isReady: async () => (await hosts.cluster?.isReady()) ?? false,
        metrics: async () => metricsText(await hosts.cluster!.status(), { playing_turns: hosts.cluster!.playing }),
      },
      { port },
    ),
  )
}

/** The address for invitations: one that other devices reach. */
function linkHostOf(host: string | undefined): { host?: string } {
  const [other] = addressesOf('http://0.0.0.0/', host).others
  return other === undefined ? {} : { host: new URL(other).hostname }
}

/** The web app is an optional peer dependency. */
async function loadWeb(): Promise<typeof Web> {
  try {
    return await import('@narratoria/web')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    // In a clone, the package is there before it is built.
    const isInstalled = !/Cannot find package '@narratoria\/web'/.test((error as Error).message)
    throw new UsageError(
      isInstalled
        ? 'the web app is not built; in a clone of the repository, build and serve it with: npm run web'
        : 'the web app is not installed; install it with "npm install @narratoria/web"',
    )
  }
}
