import { HostInfo, SettingsChange, maxPromptLength } from '../../api/resources.ts'
import { WebError } from '../errors.ts'
import type { HostChoices } from '../host.ts'
import { visitorOf } from '../share/guest-access.ts'
import type { WebContext } from '../web-app.ts'
import type { WebApi } from '../web-api.ts'
import { type Route, defineRoute } from '../route/route.ts'

const fixedChoices: HostChoices = { planner: 'as the host decided', model: null, planners: [], models: [] }

/** The server, its planner and its model. */
export function infoRoutes(api: WebApi): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/info',
      operationId: 'getInfo',
      summary: 'What is served here',
      response: { status: 200, schema: HostInfo, description: 'The host.' },
      handle: ({ context }) => describe(context),
    }),
    defineRoute({
      method: 'patch',
      path: '/api/settings',
      operationId: 'changeSettings',
      summary: 'Changes planner or model for all sessions',
      body: SettingsChange,
      response: { status: 200, schema: HostInfo, description: 'The host as it is now.' },
      refusals: {
        409: 'A turn is being played, or this host cannot be changed.',
        422: 'The planner or model is unknown or cannot be used. Nothing was changed.',
      },
      async handle({ body, context }) {
        if (!api.settings?.change) throw fixed('This host was started with a fixed planner and model.')
        if (api.channels.playing) throw fixed('A turn is being played; wait for it or stop it first.')
        const { planners, models } = await api.settings.describe()
        if (body.planner !== undefined && !planners.some(({ id }) => id === body.planner)) throw unknown('planner')
        if (body.model !== undefined && !models.some(({ id }) => id === body.model)) throw unknown('model')
        await api.replaceHost(await api.settings.change(body))
        return describe(context)
      },
    }),
  ]

  async function describe(context: WebContext): Promise<HostInfo> {
    const { version, opening, settings } = api
    const { planner, model, playing = null, planners, models } = (await settings?.describe()) ?? fixedChoices
    return {
      version,
      opening: { text: opening.text, choices: opening.choices },
      maxPromptLength,
      share: shareIn(api, context),
      settings: { planner, model, playing, planners: [...planners], models: [...models] },
    }
  }
}

/** Whether stories can be shared, and which guest asks. */
function shareIn({ shared }: WebApi, context: WebContext): HostInfo['share'] {
  const visitor = visitorOf(context)
  const guest = visitor && shared?.of(visitor.sessionId).stored.guests.find(({ id }) => id === visitor.guestId)
  const isOn = shared !== undefined
  if (!visitor || !guest) return { isOn, guest: null }
  const { id, name, role } = guest
  return { isOn, guest: { id, name, role, sessionId: visitor.sessionId } }
}

function fixed(message: string): WebError {
  return new WebError('settings_fixed', message, { status: 409 })
}

function unknown(field: 'planner' | 'model'): WebError {
  const issues = [{ field, message: 'is none of those offered' }]
  return new WebError('invalid_request', `This ${field} is none of those offered.`, { status: 422, issues })
}
