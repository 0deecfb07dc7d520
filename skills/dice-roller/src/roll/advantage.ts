/**
 * Adds advantage or disadvantage to a formula: one more die, of which the highest or lowest are kept. d20 becomes 2d20kh1, and 2d6
 * becomes 3d6kh2.
 */
export function withAdvantage(formula: string, kind: 'advantage' | 'disadvantage'): string {
  return formula.replace(/(?<![\w.])(\d*)d(\d+|%|f)(?!\d*[kd!])/i, (_, count: string, sides: string) => {
    const dice = count === '' ? 1 : Number(count)
    return `${dice + 1}d${sides}k${kind === 'advantage' ? 'h' : 'l'}${dice}`
  })
}
