import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import type { Narratoria } from '@narratoria/runtime'
import type * as Web from '@narratoria/web'
import { UsageError } from '../exit-codes.ts'
import { agreeToSkills } from '../host/agree.ts'
import { abortOnInterrupt } from '../host/interrupt.ts'
import { type HostOptions, type OpenHost, openHost } from '../host/open-host.ts'
import { modelFolder } from '../host/open-model.ts'
import { openStore } from '../host/open-store.ts'
import { shippedOpening } from '../story/opening.ts'
import { askOnce } from './play.ts'

interface ServeOptions extends HostOptions {
  port: number
  host?: string
  token?: string
}

/** `narratoria serve`: the web app, until it is interrupted. */
export async function serve({ port, host, token, ...options }: ServeOptions): Promise<void> {
  const { createWebServer, WebError } = await loadWeb()
  const hosts = new ServedHosts(options, WebError)
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
  #modelInUse = false
  readonly #open = new Set<Narratoria>()
  readonly #WebError: typeof Web.WebError

  constructor(options: HostOptions, WebError: typeof Web.WebError) {
    this.#options = options
    this.#WebError = WebError
  }

  /** The host that the server starts with; a model that cannot be used is told on standard error. */
  async open(): Promise<Narratoria> {
    const host = await this.#openHost(this.#options)
    this.#modelInUse = host.modelName !== undefined
    return host
  }

  async describe() {
    const models = await listModels()
    const chosen = this.#options.model ?? models.find(({ selected }) => selected)?.name
    return {
      planner: this.#options.planner,
      // A model that was named by its path is shown by its file alone.
      model: this.#modelInUse && chosen !== undefined ? basename(chosen) : null,
      planners: [
        { id: 'auto', label: 'Automatic: a model where there is one' },
        { id: 'stub', label: 'Stub: rules, no model' },
        ...(models.length > 0 ? [{ id: 'llama', label: 'Local model' }] : []),
      ],
      models: models.map(({ name }) => ({ id: name, label: name })),
    }
  }

  /** @throws {WebError} where the model cannot be used; what was in use stays */
  async change(change: { planner?: string; model?: string }): Promise<Narratoria> {
    const planner = (change.planner ?? this.#options.planner) as HostOptions['planner']
    // Who chooses a model wants it to plan.
    const options = { ...this.#options, ...change, planner: change.model && planner === 'stub' ? 'auto' : planner }
    let problem: string | undefined
    const host = await this.#openHost(options, (message) => (problem = message)).catch((error: unknown) => {
      if (error instanceof UsageError) throw this.#refusal(error.message, change)
      throw error
    })
    const required = options.planner === 'llama' || change.model !== undefined
    if (required && host.modelName === undefined) {
      await this.release(host)
      throw this.#refusal(problem ?? 'The model could not be started.', change)
    }
    this.#modelInUse = host.modelName !== undefined
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

  async #openHost(options: HostOptions, onModelProblem?: (message: string) => void): Promise<OpenHost> {
    const agreed = (folder: string) => agreeToSkills(folder, askOnce)
    const store = await openStore()
    void store.checked.then((notice) => notice && process.stderr.write(`narratoria: ${notice.message}\n`))
    try {
      const host = await openHost(options, { store, watchSkills: true, agreed, onModelProblem })
      this.#open.add(host)
      return host
    } catch (error) {
      await store.close()
      throw error
    }
  }

  #refusal(message: string, change: { model?: string }): Web.WebError {
    const field = change.model === undefined ? 'planner' : 'model'
    return new this.#WebError('invalid_request', message, { status: 422, issues: [{ field, message }] })
  }
}

async function listModels() {
  const { ModelStore } = await import('@narratoria/planner/models')
  return new ModelStore(modelFolder()).list().catch(() => [])
}
