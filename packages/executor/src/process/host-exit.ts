const endings = new Set<() => void>()

function endAll(): void {
  for (const end of endings) end()
}

/**
 * Calls `end` when the host exits, for as long as it is watched: a host that exits takes its tools along, since nothing
 * else would end them. All watchers share one listener.
 */
export function watchHostExit(end: () => void, watched: boolean): void {
  const before = endings.size
  if (watched) endings.add(end)
  else endings.delete(end)
  if (before === 0 && endings.size === 1) process.on('exit', endAll)
  if (before === 1 && endings.size === 0) process.off('exit', endAll)
}
