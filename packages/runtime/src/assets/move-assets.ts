import type { RegisteredAsset, TurnEvent, TurnResult } from '@narratoria/protocol'

interface WithAssets extends Pick<TurnResult, 'execution' | 'attempts'> {
  assets: RegisteredAsset[]
  events?: TurnEvent[]
}

/** Returns the turn with the paths of its registered files replaced. The events of its tools keep the original paths. */
export function moveAssets<T extends WithAssets>(turn: T, place: (path: string) => string): T {
  const { assets, execution, attempts, events } = turn
  const results = [execution, ...attempts.map(({ result }) => result)]
  if (assets.length === 0 && results.every((result) => !result?.assets?.length)) return turn
  const move = <Asset extends { path: string }>(asset: Asset) => ({ ...asset, path: place(asset.path) })
  return {
    ...turn,
    assets: assets.map(move),
    execution: execution && { ...execution, assets: execution.assets.map(move) },
    attempts: attempts.map((attempt) =>
      attempt.result ? { ...attempt, result: { ...attempt.result, assets: attempt.result.assets.map(move) } } : attempt,
    ),
    ...(events && {
      events: events.map((event) => (event.type === 'asset' ? { ...event, asset: move(event.asset) } : event)),
    }),
  }
}
