import type { SessionRecord, SessionStore, TurnSummary } from '@narratoria/runtime'
import type { BranchView } from '../../api/resources.ts'

/** The number of branches that are described, the newest ones. */
const maxBranches = 200

type Ranges = [from: number, to: number][]

/** The branches of a session. Each hangs on the older branch with which it shares the most turns. */
export async function readBranches(store: SessionStore, { sessionId, tip }: SessionRecord): Promise<BranchView[]> {
  const ends = (await store.leaves(sessionId)).slice(-maxBranches)
  const lines = await Promise.all(ends.map(({ turnId }) => store.lineSeqs(sessionId, turnId)))
  const tipSeq = tip === null ? undefined : (await store.findTurn(sessionId, tip))?.seq
  const current =
    tipSeq === undefined ? -1 : lines.findIndex((line) => line.some(([from, to]) => from <= tipSeq && tipSeq <= to))
  return Promise.all(
    ends.map(async (end, place) => {
      const { shared, parent } = forkOf(lines, place)
      const first = await turnAt(store, sessionId, lines[place]!, shared)
      return {
        turnId: end.turnId,
        parent: parent === undefined ? null : ends[parent]!.turnId,
        firstTurn: shared + 1,
        lastTurn: countOf(lines[place]!),
        firstPrompt: (first ?? end).prompt,
        lastPrompt: end.prompt,
        label: end.label ?? null,
        isCurrent: place === current,
      }
    }),
  )
}

/** The number of turns that a line shares with the older line that is most like it. */
function forkOf(lines: readonly Ranges[], place: number): { shared: number; parent: number | undefined } {
  let shared = 0
  let parent: number | undefined
  for (let other = 0; other < place; other += 1) {
    const turns = countShared(lines[place]!, lines[other]!)
    if (turns <= shared) continue
    shared = turns
    parent = other
  }
  return { shared, parent }
}

function countShared(one: Ranges, other: Ranges): number {
  let shared = 0
  for (const [index, [from, to]] of one.entries()) {
    const [otherFrom, otherTo] = other[index] ?? []
    if (otherFrom !== from || otherTo === undefined) return shared
    shared += Math.min(to, otherTo) - from + 1
    if (to !== otherTo) return shared
  }
  return shared
}

function countOf(line: Ranges): number {
  return line.reduce((sum, [from, to]) => sum + to - from + 1, 0)
}

/** The turn of a line with the index. */
async function turnAt(
  store: SessionStore,
  sessionId: string,
  line: Ranges,
  index: number,
): Promise<TurnSummary | undefined> {
  let before = 0
  for (const [from, to] of line) {
    const seq = from + index - before
    if (seq <= to) return store.findTurn(sessionId, String(seq))
    before += to - from + 1
  }
  return undefined
}
