import { resolve } from 'node:path'
import { InterchangeError } from '@narratoria/interchange'
import { type FileImport, importFile } from '@narratoria/runtime/exchange'
import { type Narratoria, RuntimeError } from '@narratoria/runtime'
import { exitCodes, UsageError } from '../../exit-codes.ts'
import { playableCampaigns } from '../../host/campaigns.ts'
import { savedCampaigns } from '../../host/import-options.ts'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { notify, print, printJson } from '../../terminal/print.ts'
import { quoteForShell } from '../../terminal/quote-for-shell.ts'
import { count } from '../../terminal/terminal.ts'
import type { ImportOptions } from './command.ts'
import { withHost } from '../sessions/open.ts'

/** What became of a file. */
type Outcome = { file: string; error: { code: string; message: string } } | ({ file: string } & FileImport)

/** `narratoria import FILE…`: imports each file. A file that cannot be used changes nothing, and the others are imported. */
export function importFiles(options: ImportOptions, io: Io): Promise<number> {
  return withHost(io, async (host) => {
    const importOne = await importerOf(options, io, host)
    const outcomes: Outcome[] = []
    for (const file of options.files) {
      const outcome = await importOne(file)
      outcomes.push(outcome)
      if (!options.json) report(outcome, io)
    }
    if (options.json) printJson(io, { files: outcomes.map(toDocument) })
    return outcomes.some((outcome) => 'error' in outcome) ? exitCodes.failure : exitCodes.success
  })
}

async function importerOf({ story, name, campaign, user }: ImportOptions, io: Io, host: Narratoria) {
  if (name !== undefined && (await host.store.findSession(name)))
    throw new UsageError(`there is already a story "${name}"; choose another name`)
  const playable = campaign === undefined ? undefined : await playableCampaigns(io).find(campaign)
  if (campaign !== undefined && !playable)
    throw new UsageError(`there is no campaign "${campaign}"; "narratoria campaign list" shows the campaigns`)
  const lorebookOf = story === undefined ? undefined : (await findSession(host.store, story)).sessionId
  const options = {
    store: host.store,
    data: { skills: host.skills, home: host.home },
    campaigns: savedCampaigns(io),
    ...(lorebookOf !== undefined && { lorebookOf }),
    ...(name !== undefined && { name }),
    ...(user !== undefined && { user }),
    ...(playable && { campaign: playable }),
  }
  return async (file: string): Promise<Outcome> => {
    try {
      return { file, ...(await importFile(resolve(io.cwd, file), options)) }
    } catch (error) {
      return { file, error: reasonOf(error) }
    }
  }
}

function reasonOf(error: unknown): { code: string; message: string } {
  if (InterchangeError.isInstance(error) || RuntimeError.isInstance(error))
    return { code: error.code, message: error.message }
  const { code, message, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) throw error
  return { code: 'unreadable', message: `The file cannot be read: ${message}.` }
}

function report(outcome: Outcome, io: Io): void {
  if ('error' in outcome) return notify(io, `${outcome.file}: ${outcome.error.message}`)
  const { file, session, campaign, taken, leftOut } = outcome
  const became = campaign
    ? `the campaign "${campaign.title}"`
    : `the story "${session?.title}" (${count(session?.turns ?? 0, 'turn')})`
  print(io, outcome.kind === 'lorebook' && session ? `${file}: a lorebook of ${became}` : `${file}: ${became}`)
  for (const part of taken) print(io, `  + ${part}`)
  for (const part of leftOut) print(io, `  - ${part}`)
  const next = campaign
    ? `play --campaign ${campaign.name}`
    : `play --session ${quoteForShell(session?.name ?? session?.sessionId ?? '')}`
  print(io, `  Play it: narratoria ${next}`)
}

function toDocument(outcome: Outcome) {
  if ('error' in outcome) return outcome
  const { file, kind, session, campaign, taken, leftOut } = outcome
  return {
    file,
    kind,
    ...(session && { story: { sessionId: session.sessionId, title: session.title, turns: session.turns } }),
    ...(campaign && { campaign: { name: campaign.name, title: campaign.title, path: campaign.path } }),
    taken,
    leftOut,
  }
}
