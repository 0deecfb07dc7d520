import { randomBytes } from 'node:crypto'
import type { Narratoria } from '@narratoria/runtime'
import type * as Web from '@narratoria/web'
import { UsageError } from '../exit-codes.ts'
import { abortOnInterrupt } from '../host/interrupt.ts'
import { type HostOptions, openHost } from '../host/open-host.ts'
import { modelFolder } from '../host/open-model.ts'
import { openStore } from '../host/open-store.ts'
import { shippedOpening } from '../story/opening.ts'

interface ServeOptions extends HostOptions {
  port: number
  host?: string
  token?: string
}

/** `narratoria serve`: the web app, until it is interrupted. */
export async function serve({ port, host, token, ...options }: ServeOptions): Promise<void> {
  const { createWebServer, WebError } = await loadWeb()
  const hosts = new ServedHosts(options)
  const interrupt = abortOnInterrupt(() => hosts.close())
  let server: Web.WebServer | undefined
  try {
    server = await createWebServer({
      narratoria: await hosts.open(),
      port,
      ...(host !== undefined && { host }),
      token: tokenFor(host, token),
      opening: shippedOpening,
      settings: hosts,
      onError: (error) => process.stderr.write(`narratoria: ${error instanceof Error ? error.stack : String(error)}\n`),
    })
    process.stdout.write(`Narratoria plays at ${server.url}\nCtrl-C ends it.\n`)
    await new Promise<void>((resolve) => interrupt.signal.addEventListener('abort', () => resolve()))
  } catch (error) {
    throw WebError.isInstance(error) ? new UsageError(error.message) : error
  } finally {
    await server?.close()
    await hosts.close()
    interrupt.release()
  }
}

/** The web app is a package of its own; who plays in a terminal need not have it. */
async function loadWeb(): Promise<typeof Web> {
  try {
    return await import('@narratoria/web')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new UsageError('the web app is not installed; "npm install @narratoria/web" beside narratoria brings it')
  }
}

/** Who listens for others needs a token; it may be chosen, so that it stays the same. */
function tokenFor(host: string | undefined, token: string | undefined): string | undefined {
  const chosen = token ?? (process.env.NARRATORIA_TOKEN || undefined)
  return chosen ?? (host === undefined ? undefined : randomBytes(24).toString('base64url'))
}

/** The host that is served, and those that the player's settings put in its place. */
class ServedHosts implements Web.HostSettings {
  #options: HostOptions
  readonly #open = new Set<Narratoria>()

  constructor(options: HostOptions) {
    this.#options = options
  }

  async open(options = this.#options): Promise<Narratoria> {
    const store = await openStore()
    void store.checked.then((notice) => notice && process.stderr.write(`narratoria: ${notice.message}\n`))
    const host = await openHost(options, { store, watchSkills: true })
    this.#open.add(host)
    return host
  }

  async describe() {
    const { ModelStore } = await import('@narratoria/planner/models')
    const models = await new ModelStore(modelFolder()).list().catch(() => [])
    const inUse = this.#options.model ?? models.find(({ selected }) => selected)?.name ?? null
    return {
      planner: this.#options.planner,
      model: this.#options.planner === 'stub' ? null : inUse,
      planners: [
        { id: 'auto', label: 'Automatic: a model where there is one' },
        { id: 'stub', label: 'Stub: rules, no model' },
        ...(models.length > 0 ? [{ id: 'llama', label: 'Local model' }] : []),
      ],
      models: models.map(({ name }) => ({ id: name, label: name })),
    }
  }

  async change(change: { planner?: string; model?: string }): Promise<Narratoria> {
    const planner = (change.planner ?? this.#options.planner) as HostOptions['planner']
    const options = { ...this.#options, ...change, planner }
    const host = await this.open(options)
    this.#options = options
    return host
  }

  async release(host: Narratoria): Promise<void> {
    this.#open.delete(host)
    await host.close()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((host) => this.release(host)))
  }
}
