import { FoundServers, ModelList, NewConnection, RoleChange } from '../../api/model-resources.ts'
import { WebError } from '../errors.ts'
import type { ModelSetup } from '../host.ts'
import { type Route, defineRoute } from '../route/route.ts'
import type { WebApi } from '../web-api.ts'

const listed = { status: 200 as const, schema: ModelList, description: 'The connected models.' }
const refusals = {
  409: 'Models cannot be set up here, or a turn is being played.',
  422: 'The server, the model or the key cannot be used; the message says why. Nothing was changed.',
}
const refusalsOfOne = { ...refusals, 404: 'The path names no connection.' }

/** The models of servers: find, test, connect, and choose per role. */
export function modelRoutes(api: WebApi): Route[] {
  function setup(): ModelSetup {
    const models = api.settings?.models
    if (models) return models
    throw new WebError('settings_fixed', 'This host was started with fixed models.', { status: 409 })
  }
  async function list(): Promise<ModelList> {
    const models = api.settings?.models
    if (!models) return { canChange: false, connections: [], roles: {}, services: [] }
    const { connections, roles, services } = await models.list()
    return { canChange: true, connections: [...connections], roles, services: [...services] }
  }
  /** Makes a change of the models, and opens a host that uses them. */
  async function change(make: (models: ModelSetup) => Promise<void>): Promise<ModelList> {
    const models = setup()
    if (api.channels.playing)
      throw new WebError('session_busy', 'A turn is being played; wait for it or stop it first.', { status: 409 })
    await make(models)
    if (api.settings?.change) await api.replaceHost(await api.settings.change({}))
    return list()
  }
  return [
    defineRoute({
      method: 'get',
      path: '/api/models',
      operationId: 'listModels',
      summary: 'The connected models, and which role uses which',
      response: listed,
      handle: list,
    }),
    defineRoute({
      method: 'post',
      path: '/api/models/discover',
      operationId: 'discoverModels',
      summary: 'Looks for model servers on the usual ports of the machine of the host',
      response: { status: 200, schema: FoundServers, description: 'The servers that answered.' },
      refusals,
      handle: async ({ context }) => ({ servers: await setup().discover(context.req.raw.signal) }),
    }),
    defineRoute({
      method: 'post',
      path: '/api/models',
      operationId: 'connectModel',
      summary: 'Tests a model of a server and stores the connection',
      body: NewConnection,
      response: listed,
      refusals,
      handle: ({ body, context }) => change((models) => models.connect(body, context.req.raw.signal)),
    }),
    defineRoute({
      method: 'post',
      path: '/api/models/{name}/test',
      operationId: 'testModel',
      summary: 'Tests a connection again',
      response: listed,
      refusals: refusalsOfOne,
      async handle({ params, context }) {
        await setup().test(params.name, context.req.raw.signal)
        return list()
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/models/{name}',
      operationId: 'removeModel',
      summary: 'Removes a connection and its key',
      response: listed,
      refusals: refusalsOfOne,
      handle: ({ params }) => change((models) => models.remove(params.name)),
    }),
    defineRoute({
      method: 'put',
      path: '/api/models/roles',
      operationId: 'useModel',
      summary: 'Uses a connection for a role',
      body: RoleChange,
      response: listed,
      refusals,
      handle: ({ body }) => change((models) => models.use(body.role, body.name)),
    }),
  ]
}
