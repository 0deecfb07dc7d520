import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import type { SessionRecord } from '@narratoria/runtime'
import { exportText } from './stories/export-text.ts'
import type { Stories } from './stories/stories.ts'

/** The most stories in the list of resources. */
const maxListed = 50
/** The most characters of one resource. */
const maxCharacters = 4_000_000

interface StoryResource {
  name: string
  path: string
  title: string
  description: string
  mimeType: string
  read(stories: Stories, record: SessionRecord): Promise<string>
}

const resources: StoryResource[] = [
  {
    name: 'story',
    path: 'story.md',
    title: 'story',
    description: 'The played line as text to read.',
    mimeType: 'text/markdown',
    read: (stories, { sessionId }) => joined(exportText(stories, sessionId, 'markdown')),
  },
  {
    name: 'state',
    path: 'state',
    title: 'state',
    description: 'The state after the last turn.',
    mimeType: 'application/json',
    read: async ({ host }, { sessionId, head }) =>
      JSON.stringify(host.skills.maskSecrets(await host.store.stateAt(sessionId, head)), null, 2),
  },
  {
    name: 'campaign',
    path: 'campaign',
    title: 'campaign',
    description: 'What the story is played in: its campaign, and the opening.',
    mimeType: 'application/json',
    async read({ host, beginnings }, { sessionId, title, opening, head }) {
      const { world, story } = await host.store.stateAt(sessionId, head)
      const named = nameOfCampaign(world)
      const offered = (await beginnings?.list())?.find(({ name }) => name === named)
      const campaign = offered ? { name: named, title: offered.title, description: offered.description } : named
      return JSON.stringify(
        { story: sessionId, title, opening, campaign: campaign ?? null, about: story ?? null },
        null,
        2,
      )
    },
  },
]

/** Registers the resources of every story: its text, its state and its campaign. */
export function addResources(server: McpServer, stories: Stories): void {
  for (const resource of resources) {
    const { name, path, title, description, mimeType } = resource
    const template = new ResourceTemplate(`narratoria://stories/{story}/${path}`, {
      list: async () => ({
        resources: (await stories.host.listSessions()).slice(0, maxListed).map((record) => ({
          uri: `narratoria://stories/${record.sessionId}/${path}`,
          name: `${name}-${record.sessionId}`,
          title: `${record.title}: ${title}`,
          mimeType,
        })),
      }),
      complete: {
        story: async (typed) =>
          (await stories.host.listSessions())
            .map(({ sessionId }) => sessionId)
            .filter((id) => id.startsWith(typed))
            .slice(0, 100),
      },
    })
    server.registerResource(name, template, { title, description, mimeType }, async (uri, { story }) => {
      const record = await stories.host.store.findSession(decodeURIComponent(String(story)))
      if (!record) throw new ResourceNotFoundError(uri.href)
      return { contents: [{ uri: uri.href, mimeType, text: await resource.read(stories, record) }] }
    })
  }
}

function nameOfCampaign(world: unknown): string | undefined {
  const campaign = (world as { campaign?: { name?: unknown } | string } | undefined)?.campaign
  const name = typeof campaign === 'string' ? campaign : campaign?.name
  return typeof name === 'string' ? name : undefined
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) if (text.length < maxCharacters) text += piece
  return text.slice(0, maxCharacters)
}
