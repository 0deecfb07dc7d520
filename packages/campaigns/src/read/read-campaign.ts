import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { validateWorld, type World } from '@narratoria/world'
import type { Campaign, CampaignProblem, StoryTestFile } from '../campaign.ts'
import { readAssets } from './assets.ts'
import { linkAssets } from './link-assets.ts'
import { listFiles } from './list-files.ts'
import { lorePieces } from './lore.ts'
import { readLorebooks } from './lorebooks.ts'
import { readManifest, readTemplate } from './manifest.ts'
import { readProfiles } from './people.ts'
import { readBeats, readEndings } from './plot.ts'
import { Problems } from './problems.ts'
import type { Manifest } from '../manifest.ts'
import { completeWorld } from './complete-world.ts'
import { furnishFromPremise } from './furnish-from-premise.ts'
import { readSource, readText } from './source-file.ts'
import { type Draft, emptyDraft, originOf, readWorldFiles } from './world-files.ts'

/** A campaign folder as it was read. */
export interface ReadCampaign {
  /** Absent if a problem is an error. */
  campaign?: Campaign
  problems: CampaignProblem[]
}

/**
 * Reads a campaign folder: `manifest.json`, `world/setting.md` and `plot/premise.md` at least. It never rejects for what the
 * folder contains: every problem is reported with its file and line.
 *
 * @example
 * ```ts
 * import { readCampaign } from '@narratoria/campaigns'
 *
 * const { campaign, problems } = await readCampaign('../content/campaigns/door-without-a-handle')
 * for (const { at, message } of problems) console.warn(`${at}: ${message}`)
 * if (campaign?.manifest.title !== 'The Door Without a Handle') throw new Error('The campaign should be read.')
 * ```
 */
export async function readCampaign(folder: string): Promise<ReadCampaign> {
  const path = resolve(folder)
  const problems = new Problems()
  const info = await stat(path).catch(() => undefined)
  if (!info?.isDirectory()) {
    problems.error('campaign_not_found', `There is no folder ${path}.`, path)
    return { problems: problems.found }
  }
  const manifest = await readManifestFile(path, problems)
  const setting = await required(path, 'world/setting.md', problems)
  const premise = await required(path, 'plot/premise.md', problems)
  const templateFile = 'characters/player/template.json'
  const templateSource = await readSource(path, templateFile, problems)
  const player = templateSource && readTemplate(templateSource, problems)
  const draft = await readDraft(path, problems)
  const title = manifest?.title ?? basename(path)
  const furnished = await furnishFromPremise(draft.world, { premise, title })
  const constraints = constraintsIn((await readText(path, 'world/constraints.md', problems)) ?? '')
  const assets = await readAssets(path, problems)
  const completed = completeWorld(furnished, {
    title,
    setting,
    premise,
    constraints,
    player: (player ?? {}) as JsonObject,
  })
  const world = linkAssets(completed, assets)
  reportFaults(world, draft, problems)
  const start = player?.starting_location
  if (start !== undefined && !(start in world.places))
    problems.error(
      'unknown_place',
      `"starting_location" is ${JSON.stringify(start)}, which is not a place of this campaign.`,
      templateSource!.at(['starting_location']),
    )
  const rules = await readText(path, 'world/rules.md', problems)
  const parts = {
    manifest: manifest ?? { title: basename(path), version: '0.0.0' },
    world,
    setting,
    premise,
    ...(rules !== undefined && { rules }),
    constraints,
    lore: await readLore(path, problems),
    lorebooks: await readLorebooks(path, problems),
    openings: [world.opening, ...(await readOpenings(path, problems))],
    assets,
    tests: await readTests(path, problems),
    ...(player && { player }),
  }
  reportMissingAssets(parts, draft, problems)
  if (problems.found.some(({ level }) => level === 'error')) return { problems: problems.found }
  const hasSkills = (await stat(join(path, 'skills')).catch(() => undefined))?.isDirectory()
  const campaign: Campaign = {
    name: basename(path),
    path,
    ...parts,
    digest: await digestOf(path, parts),
    originOf: (pointer) => originOf(draft, pointer, 'world'),
    ...(hasSkills && { skillRoot: join(path, 'skills') }),
  }
  return { campaign, problems: problems.found }
}

async function readManifestFile(path: string, problems: Problems): Promise<Manifest | undefined> {
  const source = await readSource(path, 'manifest.json', problems)
  if (source) return readManifest(source, problems)
  const message = 'The folder has no manifest.json; it needs at least "title" and "version".'
  // A file that cannot be read is reported already.
  if (problems.found.length === 0) problems.error('missing_file', message, 'manifest.json')
  return undefined
}

function reportFaults(world: World, draft: Draft, problems: Problems): void {
  // What is in a file that cannot be read would be missing everywhere.
  if (problems.found.some(({ code }) => code === 'syntax_error')) return
  for (const { pointer, message, code } of validateWorld(world))
    problems.error(code, `${pointer.slice(1).replaceAll('/', '.')}: ${message}`, originOf(draft, pointer, 'world'))
}

function reportMissingAssets(
  { world, assets, manifest: { cover } }: Pick<Campaign, 'world' | 'assets' | 'manifest'>,
  draft: Draft,
  problems: Problems,
): void {
  const present = assets.map((asset) => asset.path)
  for (const { asset, pointer } of missingAssets(world, present))
    problems.warn('missing_asset', `${asset} is named but not there.`, originOf(draft, pointer, 'world'))
  if (cover !== undefined && !present.includes(cover))
    problems.warn('missing_asset', `"cover" is ${cover}, which is not a file in art/.`, 'manifest.json')
}

async function readDraft(path: string, problems: Problems): Promise<Draft> {
  const draft = emptyDraft()
  await readProfiles(path, draft, problems)
  await readWorldFiles(path, draft, problems)
  await readBeats(path, draft, problems)
  await readEndings(path, draft, problems)
  return draft
}

async function required(path: string, file: string, problems: Problems): Promise<string> {
  const text = (await readText(path, file, problems))?.trim() ?? ''
  if (text === '') problems.error('missing_file', `${file} is missing or empty; a campaign needs it.`, file)
  return text
}

function constraintsIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*]|\d+\.)\s+/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

async function readLore(path: string, problems: Problems): Promise<Campaign['lore']> {
  const files = (await listFiles(path, 'lore')).filter((file) => /\.(?:md|txt)$/.test(file))
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readText(path, file, problems) })))
  return texts.flatMap(({ file, text }) => lorePieces(file, text ?? ''))
}

async function readOpenings(path: string, problems: Problems): Promise<string[]> {
  const files = (await listFiles(path, 'plot/openings')).filter((file) => /\.(?:md|txt)$/.test(file))
  const texts = await Promise.all(files.map((file) => readText(path, file, problems)))
  return texts.map((text) => text?.trim() ?? '').filter((text) => text !== '')
}

async function readTests(path: string, problems: Problems): Promise<StoryTestFile[]> {
  const files = (await listFiles(path, 'tests')).filter((file) => file.endsWith('.story'))
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file, '.story'),
      path: file,
      text: (await readText(path, file, problems)) ?? '',
    })),
  )
}

function missingAssets(world: unknown, known: readonly string[]): { asset: string; pointer: string }[] {
  const missing: { asset: string; pointer: string }[] = []
  const visit = (value: unknown, pointer: string): void => {
    if (Array.isArray(value)) value.forEach((each, index) => visit(each, `${pointer}/${index}`))
    else if (isJsonObject(value))
      for (const [key, inner] of Object.entries(value)) {
        const named = ['image', 'portrait', 'music', 'asset'].includes(key) && typeof inner === 'string'
        if (named && !known.includes(inner)) missing.push({ asset: inner, pointer: `${pointer}/${key}` })
        visit(inner, `${pointer}/${key}`)
      }
  }
  visit(world, '')
  return missing
}

async function digestOf(path: string, parts: Omit<Campaign, 'name' | 'path' | 'digest' | 'originOf'>): Promise<string> {
  const hash = createHash('sha256')
  // Tests do not change how a campaign plays.
  const { tests: _, ...played } = parts
  hash.update(JSON.stringify(played satisfies object as unknown as JsonObject))
  for (const asset of parts.assets) hash.update(await readFile(join(path, asset.path)))
  return hash.digest('hex')
}
