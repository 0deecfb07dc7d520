/** Whether `value` contains objects or arrays nested more than `levels` deep. Does not recurse. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; ; depth += 1) {
    const below: unknown[] = []
    let nested = false
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      nested = true
      for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) below.push(inner)
    }
    if (!nested) return false
    if (depth === levels) return true
    level = below
  }
}
