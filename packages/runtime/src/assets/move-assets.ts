import type { StoredTurn } from '../store/session-store.ts'

type WithAssets = Pick<StoredTurn, 'assets' | 'result' | 'attempts'>

/** The same turn with its registered files at other places. What tools themselves told of them stays as they told it. */
export function moveAssets<T extends WithAssets>(turn: T, place: (path: string) => string): T {
  const results = [turn.result, ...turn.attempts.map(({ result }) => result)]
  if (turn.assets.length === 0 && results.every((result) => !result?.assets?.length)) return turn
  const moved = <Asset extends { path: string }>(assets: Asset[]) =>
    assets.map((asset) => ({ ...asset, path: place(asset.path) }))
  return {
    ...turn,
    assets: moved(turn.assets),
    result: turn.result && { ...turn.result, assets: moved(turn.result.assets) },
    attempts: turn.attempts.map((attempt) =>
      attempt.result ? { ...attempt, result: { ...attempt.result, assets: moved(attempt.result.assets) } } : attempt,
    ),
  }
}
