import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCampaignLibrary } from '@narratoria/campaigns/library'
import { buildPremise } from '@narratoria/campaigns/premise'
import { shippedCampaigns } from '@narratoria/content/folders'
import { createNarratoria, type Narratoria } from '@narratoria/runtime'
import type { HostTool } from '@narratoria/runtime/tools'
import { defineTool } from '@narratoria/tool-sdk'
import type { Beginnings } from '../../src/index.ts'

/** Acts in this process, so that a turn takes milliseconds. */
const act: HostTool = {
  ...defineTool({
    name: 'act',
    run({ words }: { words?: string }, { narrate, patch, choices }) {
      narrate(`You do it: ${words}.`)
      patch({ last: { words: words ?? '' } })
      choices(['Look at the sea', 'Wait for the tide'])
    },
  }),
  description: 'Does what the player says.',
  triggers: ['look', 'wait', 'examine'].map((word) => ({ pattern: `(?<words>.*${word}.*)` })),
}

/** A host with the shipped campaigns and one tool, in a folder of its own. */
export async function openHost(): Promise<{ narratoria: Narratoria; beginnings: Beginnings } & AsyncDisposable> {
  const home = await mkdtemp(join(tmpdir(), 'mcp-server-'))
  const library = createCampaignLibrary({ roots: [shippedCampaigns()!] })
  const narratoria = await createNarratoria({
    skillRoots: [],
    tools: [act],
    home,
    campaigns: {
      async find(name) {
        const campaign = await library.find(name)
        if (!campaign) return undefined
        const { manifest, digest, world, path } = campaign
        return { name: campaign.name, version: manifest.version, digest, world, path }
      },
    },
  })
  const beginnings: Beginnings = {
    list: async () =>
      (await library.list()).map(({ name }) => ({ name, title: name, description: 'a campaign', genre: 'fantasy' })),
    begin: ({ campaign, premise }) =>
      premise === undefined ? { ...(campaign && { campaign }) } : { world: buildPremise(premise, { seed: 1 }) },
  }
  return {
    narratoria,
    beginnings,
    async [Symbol.asyncDispose]() {
      await narratoria.close({ force: true })
      await rm(home, { recursive: true, force: true })
    },
  }
}
