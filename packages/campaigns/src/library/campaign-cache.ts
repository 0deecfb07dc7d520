import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Campaign, CampaignProblem } from '../campaign.ts'
import { readFolder } from './read-folder.ts'
import { hasLinks, stampOf } from './stamp.ts'

/** A campaign without the places in its files, which only its author needs. */
export type PlayableCampaign = Omit<Campaign, 'originOf'>

/** Where campaigns are kept as they were read, because reading YAML takes most of the time in which a story opens. */
export interface CampaignCache {
  /** A folder, which is made when it is needed. What it contains may be deleted at any time. */
  folder: string
  /** Changes with the program: what another version has written is not used. */
  version: string
}

/** Reads a campaign from the cache if its folder did not change since it was kept, and else from its folder. */
export async function readThrough(
  { folder, version }: CampaignCache,
  path: string,
): Promise<{ campaign?: PlayableCampaign; problems: CampaignProblem[] }> {
  if (await hasLinks(path)) return readFolder(path)
  const stamp = await stampOf(path)
  const file = join(folder, `${sha256(path).slice(0, 32)}.json`)
  const kept = await readKept(file, `${version} ${stamp}`)
  if (kept !== undefined) return { campaign: JSON.parse(kept) as PlayableCampaign, problems: [] }
  const read = await readFolder(path)
  // A folder that changed meanwhile is read again next time.
  if (read.campaign && stamp === (await stampOf(path))) await keep(file, `${version} ${stamp}`, read.campaign)
  return read
}

/** The JSON text of a file whose first line is the digest of the stamp and that text; anything else is as good as no file. */
async function readKept(file: string, stamp: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const end = text.indexOf('\n')
  const json = text.slice(end + 1)
  return end > 0 && text.slice(0, end) === sha256(`${stamp}\n${json}`) ? json : undefined
}

/** A campaign that cannot be kept is read again next time. */
async function keep(file: string, stamp: string, campaign: PlayableCampaign): Promise<void> {
  const json = JSON.stringify(campaign)
  const part = `${file}.${randomUUID()}.part`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(part, `${sha256(`${stamp}\n${json}`)}\n${json}`)
    await rename(part, file)
  } catch {
    await rm(part, { force: true }).catch(() => {})
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
