import { RuntimeError } from '../errors.ts'
import type { SessionRecord, SessionStore } from './session-store.ts'

/** Candidates that an error names, at most. */
const maxListed = 10

/**
 * Finds a session by what a player calls it: its id, its name, or else its title, in which upper and lower case are equal. The
 * beginning of a title is enough if no other title begins so, unless `exact` is true.
 *
 * @throws {RuntimeError} `unknown_session`, `ambiguous_session` if several titles fit; its message lists them
 */
export async function findStory(
  store: Pick<SessionStore, 'findSession' | 'listSessions'>,
  called: string,
  { exact = false }: { exact?: boolean } = {},
): Promise<SessionRecord> {
  const found = await store.findSession(called)
  if (found) return found
  const wanted = comparable(called)
  const all = await store.listSessions()
  const titled = all.filter(({ title }) => comparable(title) === wanted)
  const fitting = titled.length > 0 || exact ? titled : all.filter(({ title }) => comparable(title).startsWith(wanted))
  const [only] = fitting
  if (only && wanted !== '' && fitting.length === 1) return only
  if (only && wanted !== '') throw ambiguous(called, fitting)
  throw new RuntimeError('unknown_session', `There is no story "${called}".`)
}

/** The trash of a store, in which {@link findStory} finds a story as in the store itself. */
export async function trashOf(
  store: Pick<SessionStore, 'listTrash'>,
): Promise<Pick<SessionStore, 'findSession' | 'listSessions'>> {
  const trash = await store.listTrash()
  return {
    findSession: async (called) => trash.find(({ sessionId, name }) => called === sessionId || called === name),
    listSessions: async () => trash,
  }
}

function comparable(title: string): string {
  return title.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

function ambiguous(called: string, sessions: readonly SessionRecord[]): RuntimeError {
  const lines = sessions
    .slice(0, maxListed)
    .map(
      ({ sessionId, name, title, turns }) =>
        `  ${name ?? sessionId}: "${title}", ${turns} ${turns === 1 ? 'turn' : 'turns'}`,
    )
  const rest = sessions.length > maxListed ? [`  and ${sessions.length - maxListed} more`] : []
  return new RuntimeError(
    'ambiguous_session',
    [
      `${sessions.length} stories are called "${called}"; use the name or the id of one of them:`,
      ...lines,
      ...rest,
    ].join('\n'),
  )
}
