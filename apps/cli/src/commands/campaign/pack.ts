import { readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { PackedCampaignError, packCampaign, unpackCampaign } from '@narratoria/campaigns/pack'
import { UsageError } from '../../exit-codes.ts'
import { narratoriaHome } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import { print } from '../../terminal/print.ts'
import type { InstallOptions, PackOptions } from '../campaign.ts'
import { playable } from './read.ts'

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
