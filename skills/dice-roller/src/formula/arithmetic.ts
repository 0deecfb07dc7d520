/** Replaces mathjs in the build: the dice library uses only this function of it. */

type Operation = (left: number, right: number) => number

const tokenPattern = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?|Infinity|NaN)|([a-z]+)|(\*\*|[-+*/%^(),]))/iy

// By precedence, lowest first. Powers have the highest precedence and are right-associative.
const levels: Record<string, Operation>[] = [
  { '+': (left, right) => left + right, '-': (left, right) => left - right },
  { '*': (left, right) => left * right, '/': (left, right) => left / right, '%': (left, right) => left % right },
]

const functions = new Map<string, (...values: number[]) => number>(
  Object.entries({
    abs: Math.abs,
    ceil: Math.ceil,
    cos: Math.cos,
    exp: Math.exp,
    floor: Math.floor,
    log: Math.log,
    max: Math.max,
    min: Math.min,
    pow: Math.pow,
    round: Math.round,
    sign: Math.sign,
    sin: Math.sin,
    sqrt: Math.sqrt,
    tan: Math.tan,
  }),
)

/**
 * Evaluates an arithmetic expression, such as `(4+3)*2`.
 *
 * @throws {SyntaxError} if the expression is not valid
 */
export function evaluate(equation: string | number): number {
  const tokens = tokenize(String(equation))
  let at = 0

  const level = (depth: number): number => {
    const operations = levels[depth]
    if (!operations) return signed()
    let value = level(depth + 1)
    for (let operation; (operation = operations[tokens[at] ?? '']);) {
      at++
      value = operation(value, level(depth + 1))
    }
    return value
  }
  const signed = (): number => {
    if (tokens[at] === '-' || tokens[at] === '+') return tokens[at++] === '-' ? -signed() : signed()
    const base = operand()
    if (tokens[at] !== '^' && tokens[at] !== '**') return base
    at++
    return base ** signed()
  }
  const operand = (): number => {
    const token = tokens[at++] ?? ''
    const call = functions.get(token)
    if (call) expect('(')
    if (call || token === '(') {
      const values = [level(0)]
      while (call && tokens[at] === ',') {
        at++
        values.push(level(0))
      }
      expect(')')
      return call ? call(...values) : values[0]!
    }
    if (!/^[\dIN]/.test(token)) throw new SyntaxError(`Expected a number, found "${token}"`)
    return Number(token)
  }
  const expect = (token: string): void => {
    if (tokens[at++] !== token) throw new SyntaxError(`Expected "${token}" in ${equation}`)
  }

  const value = level(0)
  if (at < tokens.length) throw new SyntaxError(`Unexpected "${tokens[at]}" in ${equation}`)
  return value
}

function tokenize(text: string): string[] {
  const tokens: string[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const found = tokenPattern.exec(text)
    if (!found) throw new SyntaxError(`Cannot read "${text}"`)
    tokens.push(found[0].trim())
  }
  return tokens
}
