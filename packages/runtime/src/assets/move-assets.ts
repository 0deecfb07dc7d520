import type { RegisteredAsset, TurnResult } from '@narratoria/protocol'

interface WithAssets extends Pick<TurnResult, 'execution' | 'attempts'> {
  assets: RegisteredAsset[]
}

/** Returns the turn with the paths of its registered files replaced. The events of its tools keep the original paths. */
export function moveAssets<T extends WithAssets>(turn: T, place: (path: string) => string): T {
  const results = [turn.execution, ...turn.attempts.map(({ result }) => result)]
  if (turn.assets.length === 0 && results.every((result) => !result?.assets?.length)) return turn
  const moved = <Asset extends { path: string }>(assets: Asset[]) =>
    assets.map((asset) => ({ ...asset, path: place(asset.path) }))
  return {
    ...turn,
    assets: moved(turn.assets),
    execution: turn.execution && { ...turn.execution, assets: moved(turn.execution.assets) },
    attempts: turn.attempts.map((attempt) =>
      attempt.result ? { ...attempt, result: { ...attempt.result, assets: moved(attempt.result.assets) } } : attempt,
    ),
  }
}
