import { extname } from 'node:path'
import { readCampaignCard } from '@narratoria/campaigns'
import { type CardFormat, writeCard } from '@narratoria/interchange'
import { UsageError } from '../../exit-codes.ts'
import { writeAtomically } from '../../host/write-atomically.ts'
import type { Io } from '../../io.ts'
import { print } from '../../terminal/print.ts'
import type { CardOptions } from '../campaign.ts'
import { readNamed } from './read.ts'

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
