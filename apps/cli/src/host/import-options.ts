import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeCardCampaign, writeLorebookCampaign } from '@narratoria/campaigns'
import type { ImportFileOptions } from '@narratoria/runtime/exchange'
import type { Io } from '../io.ts'
import { narratoriaHome } from './skill-roots.ts'

/** Makes campaigns of cards and lorebooks in the user's folder of campaigns. */
export function savedCampaigns(io: Pick<Io, 'env' | 'cwd'>): NonNullable<ImportFileOptions['campaigns']> {
  const root = join(narratoriaHome(io), 'campaigns')
  const ready = () => mkdir(root, { recursive: true })
  return {
    async saveCard(card, options) {
      await ready()
      return writeCardCampaign(root, card, options)
    },
    async saveLorebook(lorebook) {
      await ready()
      return writeLorebookCampaign(root, lorebook)
    },
  }
}
