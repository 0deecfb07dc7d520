import { basename } from 'node:path'
import type { Narratoria } from '@narratoria/runtime'
import type * as Web from '@narratoria/web'
import type { ClusterHost } from '@narratoria/cluster'
import { UsageError } from '../../exit-codes.ts'
import { confirmLocalSkills } from '../../host/confirm-local-skills.ts'
import { describeModels } from '../../host/describe-models.ts'
import { type HostOptions, type OpenHost, openHost } from '../../host/open-host.ts'
import { modelFolder } from '../../host/open-model.ts'
import { openStore } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { notify } from '../../terminal/print.ts'
import { modelSetup } from './model-setup.ts'
import { type ClusterServeOptions, openClusterHost } from './cluster-host.ts'

/** The current host of the web server. A change of settings replaces it. */
export class ServedHosts implements Web.HostSettings {
  readonly models: Web.ModelSetup
  readonly #io: Io
  #options: HostOptions
  #host: OpenHost | undefined
  readonly #open = new Set<Narratoria>()
  readonly #WebError: typeof Web.WebError
  readonly #clusters = new Map<Narratoria, ClusterHost>()
  readonly #cluster: ClusterServeOptions | undefined

  constructor(
    io: Io,
    options: HostOptions,
    { WebError, cluster }: { WebError: typeof Web.WebError; cluster: ClusterServeOptions | undefined },
  ) {
    this.#cluster = cluster
    this.#io = io
    this.#options = options
    this.#WebError = WebError
    this.models = modelSetup(io, WebError)
  }

  /** Opens the first host. Reports a model that cannot be used on standard error. */
  async open(): Promise<Narratoria> {
    this.#host = await this.#openHost(this.#options)
    return this.#host
  }

  /** The current host in its cluster; undefined without one. */
  get cluster(): ClusterHost | undefined {
    return this.#host && this.#clusters.get(this.#host)
  }

  async describe() {
    const { planner, model } = this.#options
    const models = await this.#listModels()
    const current = model ?? models.find(({ selected }) => selected)?.name
    return {
      planner,
      // Only the file name of a model that is used by its path.
      model: this.#host?.hasLocalModel && current !== undefined ? basename(current) : null,
      playing: describeModels(this.#host?.playing ?? {}),
      planners: [
        { id: 'auto', label: 'Automatic: a model if there is one' },
        { id: 'stub', label: 'Stub: rules, no model' },
        ...(models.length > 0 ? [{ id: 'llama', label: 'Local model' }] : []),
      ],
      models: models.map(({ name }) => ({ id: name, label: name })),
    }
  }

  /** @throws {WebError} if the model cannot be used; the current host stays */
  async change(change: { planner?: string; model?: string }): Promise<Narratoria> {
    const planner = (change.planner ?? this.#options.planner) as HostOptions['planner']
    // Choosing a model implies planning with it.
    const options = { ...this.#options, ...change, planner: change.model && planner === 'stub' ? 'auto' : planner }
    let problem: string | undefined
    const host = await this.#openHost(options, (message) => (problem = message)).catch((error: unknown) => {
      throw error instanceof UsageError ? this.#refusal(error.message, change) : error
    })
    const needsModel = options.planner === 'llama' || change.model !== undefined
    if (needsModel && !host.hasLocalModel) {
      await this.release(host)
      throw this.#refusal(problem ?? 'The model could not be started.', change)
    }
    this.#host = host
    this.#options = options
    return host
  }

  async release(host: Narratoria): Promise<void> {
    this.#open.delete(host)
    await (this.#clusters.get(host) ?? host).close()
    this.#clusters.delete(host)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((host) => this.release(host)))
  }

  async #openHost(options: HostOptions, onModelProblem?: (message: string) => void): Promise<OpenHost> {
    const io = this.#io
    const confirm = (folder: string) => confirmLocalSkills(io, folder)
    if (this.#cluster) {
      const open = { watchSkills: true, useServers: true, confirm, onModelProblem, cluster: this.#cluster }
      const { host, cluster } = await openClusterHost(io, options, open)
      this.#clusters.set(host, cluster)
      this.#open.add(host)
      return host
    }
    const store = await openStore(io)
    void store.checked.then((notice) => notice && notify(io, notice.message))
    try {
      const host = await openHost(io, options, { store, watchSkills: true, useServers: true, confirm, onModelProblem })
      this.#open.add(host)
      return host
    } catch (error) {
      await store.close()
      throw error
    }
  }

  async #listModels() {
    const { ModelStore } = await import('@narratoria/planner/models')
    return new ModelStore(modelFolder(this.#io)).list().catch(() => [])
  }

  #refusal(message: string, change: { model?: string }): Web.WebError {
    const field = change.model === undefined ? 'planner' : 'model'
    return new this.#WebError('invalid_request', message, { status: 422, issues: [{ field, message }] })
  }
}
