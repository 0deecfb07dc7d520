/**
 * Gives a formula advantage or disadvantage: its first plain dice get one die more, and as many as before are kept, the
 * highest or the lowest. So d20 becomes 2d20kh1, and the default 2d6 becomes 3d6kh2.
 */
export function withAdvantage(formula: string, kind: 'advantage' | 'disadvantage'): string {
  return formula.replace(/(?<![\w.])(\d*)d(\d+|%|f)(?!\d*[kd!])/i, (_, count: string, sides: string) => {
    const dice = count === '' ? 1 : Number(count)
    return `${dice + 1}d${sides}k${kind === 'advantage' ? 'h' : 'l'}${dice}`
  })
}
