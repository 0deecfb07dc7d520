/** A roll of dice as a tool reports it. */
export interface Roll {
  formula: string
  rolls: number[]
  modifier: number
  total: number
}

const maxShown = 20

/** The outline of a die with that many sides, in a square of 40. */
const outlines: Record<number, string> = {
  4: 'M20 3 37 35H3Z',
  8: 'M20 2 37 20 20 38 3 20Z',
  10: 'M20 2 38 17 20 38 2 17Z',
  12: 'M20 2 38 15 31 36H9L2 15Z',
  20: 'M20 2 36 11V29L20 38 4 29V11Z',
}
const square = 'M9 3H31A6 6 0 0 1 37 9V31A6 6 0 0 1 31 37H9A6 6 0 0 1 3 31V9A6 6 0 0 1 9 3Z'

/** The places of the pips of a six-sided die. */
const pips: Record<number, [number, number][]> = {
  1: [[20, 20]],
  2: [
    [12, 12],
    [28, 28],
  ],
  3: [
    [12, 12],
    [20, 20],
    [28, 28],
  ],
  4: [
    [12, 12],
    [28, 12],
    [12, 28],
    [28, 28],
  ],
  5: [
    [12, 12],
    [28, 12],
    [20, 20],
    [12, 28],
    [28, 28],
  ],
  6: [
    [12, 11],
    [28, 11],
    [12, 20],
    [28, 20],
    [12, 29],
    [28, 29],
  ],
}

/** The dice of a roll as dice. The sum stands beside them. */
export function Dice({ roll: { formula, rolls, modifier, total } }: { roll: Roll }) {
  const shown = rolls.slice(0, maxShown)
  const sides = sidesOf(formula, rolls.length)
  return (
    <>
      <span className="dice-rolls" aria-hidden>
        {shown.map((value, index) => (
          <Die key={index} value={value} sides={sides[index]} />
        ))}
        {rolls.length > shown.length && <span>+{rolls.length - shown.length}</span>}
        {modifier !== 0 && <em>{modifier > 0 ? `+${modifier}` : `−${-modifier}`}</em>}
      </span>
      <strong>{total}</strong>
    </>
  )
}

function Die({ value, sides }: { value: number; sides: number | undefined }) {
  const places = sides === 6 ? pips[value] : undefined
  return (
    <svg className="die" viewBox="0 0 40 40" data-sides={sides} data-value={value}>
      <path d={outlines[sides ?? 6] ?? square} />
      {places ? (
        places.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r="3.4" />)
      ) : (
        <text x="20" y={sides === 4 ? 31 : 26}>
          {value}
        </text>
      )}
    </svg>
  )
}

/** The number of sides of each die, from a formula such as `2d6+1d4`. */
export function sidesOf(formula: string, count: number): (number | undefined)[] {
  const each = [...formula.matchAll(/(\d*)d(\d+|%)/gi)].flatMap(([, dice, faces]) =>
    Array.from({ length: Math.min(Number(dice || 1), count) }, () => (faces === '%' ? 100 : Number(faces))),
  )
  // Fewer rolls than dice: some were dropped, so only dice of one kind are known.
  if (each.length === count || new Set(each).size === 1)
    return Array.from({ length: count }, (_, at) => each[at] ?? each[0])
  return Array.from({ length: count }, () => undefined)
}
