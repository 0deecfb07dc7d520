import {
  compileLorebook,
  type Lorebook,
  type LorebookDocument,
  type LoreEntry,
  type LoreVerdict,
  matchLore,
  type LoreReason,
} from '@narratoria/interchange'
import { printable } from '@narratoria/protocol/printable'
import type { Narratoria, SessionRecord } from '@narratoria/runtime'
import { UsageError } from '../../exit-codes.ts'
import { playableCampaigns } from '../../host/campaigns.ts'
import { findSession } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { ListOptions, RemoveOptions, ShowOptions, TestOptions } from './command.ts'
import { withHost } from '../sessions/open.ts'

/** The lorebooks that a command speaks of, and the story that they belong to, if it is one. */
interface Books {
  session?: SessionRecord
  documents: readonly LorebookDocument[]
  books: Lorebook[]
}

/** `narratoria lore list`: lorebooks with their entries. */
export function listLore(options: ListOptions, io: Io): Promise<void> {
  return withBooks(options, io, ({ books }) => {
    if (options.json) return printJson(io, { lorebooks: books.map(bookDocument) })
    if (books.length === 0)
      return print(io, 'There are no lorebooks. Import one: narratoria import world.json --story NAME')
    for (const [index, book] of books.entries()) {
      print(io, `${index + 1}. ${printable(book.name)}`)
      for (const entry of book.entries) print(io, `   ${entryLine(entry)}`)
      for (const warning of book.warnings) print(io, `   ! ${printable(warning)}`)
    }
  })
}

/** `narratoria lore show`: one entry. */
export function showLore({ entry: wanted, ...options }: ShowOptions, io: Io): Promise<void> {
  return withBooks(options, io, ({ books }) => {
    const entries = books.flatMap((book) => book.entries.map((entry) => ({ book: book.name, ...entryDocument(entry) })))
    const found = entries.filter(
      ({ number, name }) => String(number) === wanted || name.toLowerCase() === wanted.toLowerCase(),
    )
    if (found.length === 0) throw new UsageError(`there is no entry "${wanted}"; "narratoria lore list" lists them`)
    if (options.json) return printJson(io, { entries: found })
    for (const { content, ...settings } of found) {
      for (const [name, value] of Object.entries(settings))
        print(io, printable(`${name}: ${[value].flat().map(shown).join(', ')}`))
      print(io, `\n${printable(content)}\n`)
    }
  })
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** `narratoria lore test`: why each entry fits or not. */
export function testLore({ words, ...options }: TestOptions, io: Io): Promise<void> {
  const text = words.join(' ')
  return withBooks(options, io, async ({ session, books }, host) => {
    const verdicts = session
      ? await (await host.openSession(session.sessionId)).testLore(text)
      : matchLore(books, { messages: [text], seed: 'test' })
    if (options.json) return printJson(io, { entries: verdicts.map(verdictDocument) })
    for (const { entry, used, reason, detail, tokens } of verdicts) {
      const size = used ? `, ${tokens} tokens` : ''
      print(io, printable(`${used ? '+' : '-'} ${entry.name}: ${reasonText(reason, detail)}${size}`))
    }
    if (verdicts.length === 0) print(io, 'There are no lorebooks.')
  })
}

/** `narratoria lore remove`: takes a lorebook away from a story. */
export function removeLore({ book: wanted, story, json }: RemoveOptions, io: Io): Promise<void> {
  return withHost(io, async ({ store }) => {
    const { sessionId, title } = await findSession(store, story)
    const documents = await store.lorebooksOf(sessionId)
    const names = documents.map((document) => compileLorebook(document).name)
    const index = names.findIndex(
      (name, at) => String(at + 1) === wanted || name.toLowerCase() === wanted.toLowerCase(),
    )
    if (index < 0) throw new UsageError(`"${title}" has no lorebook "${wanted}"; "narratoria lore list" lists them`)
    const left = documents.filter((_, at) => at !== index)
    await store.setLorebooks(sessionId, left)
    if (json) printJson(io, { sessionId, lorebooks: left.length })
    else print(io, `"${printable(title)}" no longer has the lorebook "${printable(names[index] ?? '')}".`)
  })
}

function withBooks(
  { story, campaign: name }: Pick<ListOptions, 'story' | 'campaign'>,
  io: Io,
  work: (books: Books, host: Narratoria) => void | Promise<void>,
): Promise<void> {
  return withHost(io, async (host) => {
    const session = name === undefined ? await findSession(host.store, story) : undefined
    const own = session ? await host.store.lorebooksOf(session.sessionId) : []
    const campaignName = name ?? (session && campaignOf(await host.store.stateAt(session.sessionId, null)))
    const campaign = campaignName === undefined ? undefined : await playableCampaigns(io).find(campaignName)
    if (name !== undefined && !campaign)
      throw new UsageError(`there is no campaign "${name}"; "narratoria campaign list" shows the campaigns`)
    const documents = [...own, ...(campaign?.lorebooks ?? [])]
    const books = documents.map((document) => compileLorebook(document))
    await work({ documents, books, ...(session && { session }) }, host)
  })
}

function campaignOf(state: Record<string, unknown>): string | undefined {
  const { campaign } = (state.world ?? {}) as { campaign?: { name?: string } }
  return campaign?.name
}

function entryLine(entry: LoreEntry): string {
  const keys = entry.constant ? 'always' : entry.keys.map(({ text }) => text).join(', ') || 'no keys'
  const when = entry.when.length > 0 ? `; while ${entry.when.join(' and ')}` : ''
  return printable(`${entry.index + 1}. ${entry.name} (${keys}${when})${entry.enabled ? '' : ' [off]'}`)
}

function bookDocument({ name, description, scanDepth, tokenBudget, recursive, entries, warnings }: Lorebook) {
  return { name, description, scanDepth, tokenBudget, recursive, entries: entries.map(entryDocument), warnings }
}

function entryDocument({ index, keys, secondaryKeys, excludedKeys, sticky, cooldown, ...entry }: LoreEntry) {
  const texts = (list: typeof keys) => list.map(({ text }) => text)
  return {
    number: index + 1,
    ...entry,
    keys: texts(keys),
    secondaryKeys: texts(secondaryKeys),
    excludedKeys: texts(excludedKeys),
    // JSON has no infinity.
    sticky: Number.isFinite(sticky) ? sticky : 'always',
    cooldown: Number.isFinite(cooldown) ? cooldown : 'always',
  }
}

function verdictDocument({ book, entry, used, reason, detail, text, tokens }: LoreVerdict) {
  return { book, number: entry.index + 1, name: entry.name, used, reason, detail: detail ?? null, text, tokens }
}

const reasons: Record<LoreReason, string> = {
  constant: 'always used',
  key: 'the key DETAIL occurs',
  recursion: 'the key DETAIL occurs in another entry',
  sticky: 'the key DETAIL occurred some messages ago',
  disabled: 'switched off, or empty',
  no_key: 'no key occurs',
  secondary_keys: 'the secondary keys DETAIL decide against it',
  excluded_key: 'the excluded key DETAIL occurs',
  condition: 'the condition DETAIL does not hold',
  too_early: 'too early: DETAIL',
  other_message: 'not in this message: DETAIL',
  other_greeting: 'the story begins with another opening: DETAIL',
  cooldown: 'the key DETAIL occurs, but it was used some messages ago',
  probability: 'its chance of DETAIL decided against it',
  group: 'another entry of the group DETAIL was drawn',
  budget: 'the token budget is spent: it needs DETAIL',
}

/** Why an entry of a lorebook is used or not, as a phrase. */
function reasonText(reason: LoreReason, detail = ''): string {
  return reasons[reason].replace('DETAIL', () =>
    /^(?:key|recursion|sticky|cooldown|excluded_key|group)$/.test(reason) ? `"${detail}"` : detail,
  )
}
