/** Whether a value nests objects or arrays on more than `levels` levels, itself included. Iterative, so depth needs no stack. */
export function isNestedDeeper(value: object, levels: number): boolean {
  let level: object[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= levels) return true
    level = level.flatMap((parent) =>
      Object.values(parent).filter((child): child is object => typeof child === 'object' && child !== null),
    )
  }
  return false
}
