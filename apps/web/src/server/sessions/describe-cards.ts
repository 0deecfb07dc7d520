import type { SessionRecord } from '@narratoria/runtime'
import type { SessionCard } from '../../api/resources.ts'
import { toSessionEntry } from '../live/session-channels.ts'
import type { WebApi } from '../web-api.ts'

/** The sessions of a list that are described: with the end of their story, the length of the played line, and a picture. */
const describedCards = 50

export async function describeCards(api: WebApi, sessions: readonly SessionRecord[]): Promise<SessionCard[]> {
  const covers = coversOf(api)
  const described = sessions.slice(0, describedCards).map((session) => describeCard(api, session, covers))
  const rest = sessions.slice(describedCards).map((session) => ({
    ...toSessionEntry(session),
    lastLine: '',
    lineLength: session.turns,
    pictureUrl: null,
  }))
  return [...(await Promise.all(described)), ...rest]
}

async function describeCard(
  { host, turns }: WebApi,
  session: SessionRecord,
  covers: () => Promise<Map<string, string>>,
): Promise<SessionCard> {
  const { sessionId, head } = session
  const { lastLine, pictureUrl, placeholderUrl } = await turns.end(session)
  const ranges = await host().store.lineSeqs(sessionId, head)
  const lineLength = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const cover = async () => {
    const campaign = campaignOf(await host().store.stateAt(sessionId, null))
    return campaign === undefined ? undefined : (await covers()).get(campaign)
  }
  return {
    ...toSessionEntry(session),
    lastLine,
    lineLength,
    pictureUrl: pictureUrl ?? (await cover()) ?? placeholderUrl,
  }
}

/** Reads the addresses of the covers by the names of their campaigns, once and only if they are needed. */
function coversOf({ beginnings }: WebApi): () => Promise<Map<string, string>> {
  let read: Promise<Map<string, string>> | undefined
  const list = async () =>
    new Map(
      ((await beginnings?.list()) ?? []).flatMap(({ name, cover }): [string, string][] =>
        cover === undefined ? [] : [[name, coverUrl(name)]],
      ),
    )
  return () => (read ??= list())
}

export function coverUrl(campaign: string): string {
  return `/api/campaigns/${encodeURIComponent(campaign)}/cover`
}

function campaignOf({ world }: { world?: unknown }): string | undefined {
  const { campaign } = Object(world) as { campaign?: { name?: unknown } }
  return typeof campaign?.name === 'string' ? campaign.name : undefined
}
