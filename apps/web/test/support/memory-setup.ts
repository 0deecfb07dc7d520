import { type ModelSetup, WebError, type WantedConnection } from '@narratoria/web'

/** A setup of models that keeps connections in memory and finds one server. */
export function memorySetup() {
  const connected: WantedConnection[] = []
  const roles: Record<string, string> = {}
  const setup: ModelSetup = {
    list: async () => ({
      connections: connected.map(({ service, model = '', address = '', key }) => ({
        name: service,
        service,
        model,
        address,
        hasKey: key !== undefined,
      })),
      roles,
      services: [{ id: 'ollama', title: 'Ollama', needsKey: false }],
    }),
    discover: async () => [{ service: 'ollama', title: 'Ollama', address: 'http://127.0.0.1:11434', models: ['m'] }],
    async connect(wanted) {
      if (wanted.model === 'none') throw new WebError('invalid_request', 'There is no such model.', { status: 422 })
      connected.push(wanted)
      for (const role of wanted.roles) roles[role] = wanted.service
    },
    test: async () => {},
    async use(role, name) {
      if (name === null) delete roles[role]
      else roles[role] = name
    },
    remove: async (name) =>
      void connected.splice(
        connected.findIndex(({ service }) => service === name),
        1,
      ),
  }
  return { setup, connected }
}
