import { mapOf } from '@narratoria/campaigns'
import { campaignLibrary, findPlayable } from '../../host/campaign-library.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { count } from '../../terminal/terminal.ts'
import type { CampaignOptions, ListOptions, MapOptions } from './command.ts'
import { playable } from './read.ts'

export async function listCampaigns({ json }: ListOptions, io: Io): Promise<void> {
  const listed = await campaignLibrary(io).list()
  const found = await Promise.all(
    listed.map(async ({ name, path }) => {
      const campaign = await findPlayable(path, io)
      return { name, title: campaign?.manifest.title, description: campaign?.manifest.description, path }
    }),
  )
  if (json)
    return printJson(io, { campaigns: found.map(({ name, title, path }) => ({ name, title: title ?? name, path })) })
  for (const { name, title, description } of found)
    print(
      io,
      title === undefined
        ? `${name}: has errors; see "narratoria campaign check ${name}"`
        : `${name}: ${title}. ${description ?? ''}`.trim(),
    )
}

export async function showCampaign({ campaign: name, json }: CampaignOptions, io: Io): Promise<void> {
  const campaign = await playable(name, io)
  const { manifest, world, path, digest, tests, lore, assets } = campaign
  const counts = {
    places: Object.keys(world.places).length,
    things: Object.keys(world.things).length,
    people: Object.keys(world.people).length,
    endings: Object.keys(world.endings ?? {}).length,
    beats: Object.keys(world.beats ?? {}).length,
    lore: lore.length,
    assets: assets.length,
    tests: tests.length,
  }
  if (json) return printJson(io, { name: campaign.name, path, digest, ...manifest, counts })
  print(io, `${manifest.title} (${campaign.name} ${manifest.version})`)
  if (manifest.description !== undefined) print(io, manifest.description)
  for (const [label, value] of Object.entries({
    author: manifest.author,
    genre: manifest.genre,
    tone: manifest.tone,
    rating: manifest.content_rating,
    folder: path,
  }))
    if (value !== undefined) print(io, `${label}: ${value}`)
  print(
    io,
    `${count(counts.places, 'place')}, ${count(counts.things, 'thing')}, ${counts.people} people, ${count(counts.endings, 'ending')}`,
  )
}

export async function mapCampaign({ campaign }: MapOptions, io: Io): Promise<void> {
  print(io, mapOf((await playable(campaign, io)).world).trimEnd())
}
