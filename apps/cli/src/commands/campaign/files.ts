import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve, extname } from 'node:path'
import { readCampaignCard } from '@narratoria/campaigns'
import { PackedCampaignError, packCampaign, unpackCampaign } from '@narratoria/campaigns/pack'
import { type CardFormat, writeCard } from '@narratoria/interchange'
import { UsageError } from '../../exit-codes.ts'
import { findSession, openStore } from '../../host/open-store.ts'
import { narratoriaHome } from '../../host/skill-roots.ts'
import { writeAtomically } from '../../host/write-atomically.ts'
import type { Io } from '../../io.ts'
import { writeStoryWorld } from '../../story/played-world.ts'
import { print } from '../../terminal/print.ts'
import type { InstallOptions, PackOptions, CardOptions, ExportOptions } from './command.ts'
import { playable, readNamed } from './read.ts'

/** `narratoria campaign pack NAME`. A campaign with errors is not packed. */
export async function packIntoFile({ campaign: name, out }: PackOptions, io: Io): Promise<void> {
  const campaign = await playable(name, io)
  const file = out ?? `${campaign.name}-${campaign.manifest.version}.zip`
  const data = await packCampaign(campaign)
  try {
    await writeFile(resolve(io.cwd, file), data, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError(`${file} already exists; name another file with --out`)
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`)
  }
  print(io, `wrote ${file} (${data.length} bytes)`)
  print(io, `Others install it with: narratoria campaign install ${basename(file)}`)
}

export async function installFile({ file }: InstallOptions, io: Io): Promise<void> {
  try {
    const data = await readFile(resolve(io.cwd, file))
    const folder = await unpackCampaign(data, join(narratoriaHome(io), 'campaigns'))
    print(io, `installed ${folder}`)
    print(io, `Play it: narratoria play --campaign ${basename(folder)}`)
  } catch (error) {
    if (error instanceof PackedCampaignError) throw new UsageError(`${file}: ${error.message}`)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError(`there is no file ${file}`)
    throw error
  }
}

const formats: readonly CardFormat[] = ['png', 'json', 'charx']

/** `narratoria campaign card CAMPAIGN FILE`: the character card that a campaign was made of. */
export async function writeCampaignCard({ campaign: name, file }: CardOptions, io: Io): Promise<void> {
  const format = formats.find((each) => extname(file).toLowerCase() === `.${each}`)
  if (!format) throw new UsageError(`${file} has an unknown ending; use .png, .json or .charx`)
  const { campaign } = await readNamed(name, io)
  const card = campaign && (await readCampaignCard(campaign.path))
  if (!card) throw new UsageError(`the campaign "${name}" was not made of a character card`)
  await writeAtomically(io, file, [writeCard(card, format)])
  print(io, `wrote ${file}`)
}

/** `narratoria campaign export STORY FOLDER`: the world of a story as it is now, or with `--start` as the story began. */
export async function exportCampaign({ story, folder, ...options }: ExportOptions, io: Io): Promise<void> {
  const start = options.start === true
  const target = resolve(io.cwd, folder)
  if (existsSync(target)) throw new UsageError(`${folder} already exists; name a folder that does not`)
  const store = await openStore(io)
  try {
    const { sessionId, head } = await findSession(store, story)
    const turnId = start ? null : head
    const state = await store.stateAt(sessionId, turnId)
    const narrative = (await store.line(sessionId, turnId, 1)).at(-1)?.narrative ?? ''
    const written = await writeStoryWorld(target, { state, narrative, start }, io)
    if (!written) throw new UsageError(whyNot(story, start))
    for (const file of written.files) print(io, `wrote ${folder}/${file}`)
    for (const each of written.leftOut) print(io, `left out: ${each}`)
    print(io, `Play it: narratoria play --campaign ${folder}`)
  } finally {
    await store.close()
  }
}

function whyNot(story: string, start: boolean): string {
  return start
    ? `"${story}" did not begin with a premise; campaigns are folders already ("campaign list")`
    : `"${story}" has no world, or its campaign is not found or has errors ("campaign list", "campaign check")`
}
