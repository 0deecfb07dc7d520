// A reader of GBNF for tests: it says which texts a grammar admits, and makes some up.

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'class'; negated: boolean; ranges: [number, number][] }
  | { kind: 'rule'; name: string }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'choice'; options: Node[] }
  | { kind: 'repeat'; of: Node; min: number; max: number }

export class Gbnf {
  readonly #rules = new Map<string, Node>()

  constructor(text: string) {
    for (const line of text.split('\n').filter((line) => line !== '')) {
      const [, name = '', body = ''] = /^(\w+) ::= (.*)$/.exec(line) ?? []
      if (name === '' || this.#rules.has(name)) throw new Error(`not a rule: ${line}`)
      this.#rules.set(name, new Reader(body).choice())
    }
  }

  accepts(text: string): boolean {
    const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
    return this.#ends(this.#rule('root'), points, 0).has(points.length)
  }

  /** A text that the grammar admits; `pick(n)` answers a number from 0 to n - 1. */
  sample(pick: (count: number) => number): string {
    const write = (node: Node): string => {
      switch (node.kind) {
        case 'text':
          return node.text
        case 'class':
          return String.fromCodePoint(pickFrom(node, pick))
        case 'rule':
          return write(this.#rule(node.name))
        case 'sequence':
          return node.parts.map(write).join('')
        case 'choice':
          return write(node.options[pick(node.options.length)] as Node)
        case 'repeat': {
          const count = node.min + pick(Math.min(node.max, node.min + 12) - node.min + 1)
          return Array.from({ length: count }, () => write(node.of)).join('')
        }
      }
    }
    return write(this.#rule('root'))
  }

  #rule(name: string): Node {
    const rule = this.#rules.get(name)
    if (!rule) throw new Error(`no rule ${name}`)
    return rule
  }

  #ends(node: Node, text: number[], at: number): Set<number> {
    switch (node.kind) {
      case 'text': {
        const points = Array.from(node.text, (character) => character.codePointAt(0))
        return new Set(points.every((point, index) => text[at + index] === point) ? [at + points.length] : [])
      }
      case 'class': {
        const point = text[at]
        return new Set(point !== undefined && isIn(node, point) ? [at + 1] : [])
      }
      case 'rule':
        return this.#ends(this.#rule(node.name), text, at)
      case 'sequence':
        return node.parts.reduce((from, part) => this.#step(from, part, text), new Set([at]))
      case 'choice':
        return new Set(node.options.flatMap((option) => [...this.#ends(option, text, at)]))
      case 'repeat': {
        let from = new Set([at])
        const ends = new Set(node.min === 0 ? [at] : [])
        for (let count = 1; count <= node.max && from.size > 0; count += 1) {
          from = this.#step(from, node.of, text)
          if (count >= node.min) for (const end of from) ends.add(end)
        }
        return ends
      }
    }
  }

  #step(from: Set<number>, node: Node, text: number[]): Set<number> {
    return new Set([...from].flatMap((at) => [...this.#ends(node, text, at)]))
  }
}

type Class = Extract<Node, { kind: 'class' }>

const isIn = ({ negated, ranges }: Class, point: number) =>
  ranges.some(([low, high]) => low <= point && point <= high) !== negated

function pickFrom(node: Class, pick: (count: number) => number): number {
  const [low, high] = node.ranges[pick(node.ranges.length)] as [number, number]
  if (!node.negated) return low + pick(high - low + 1)
  for (;;) {
    const point = [0x20 + pick(0x60), 0xa0 + pick(0x400), 0x1f300 + pick(0x100)][pick(3)] as number
    if (isIn(node, point)) return point
  }
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  choice(): Node {
    const options = [this.#sequence()]
    while (this.#take(/^\s*\|/y)) options.push(this.#sequence())
    if (options.length === 1 && this.#at === this.#text.length) return options[0] as Node
    return options.length === 1 ? (options[0] as Node) : { kind: 'choice', options }
  }

  #sequence(): Node {
    const parts: Node[] = []
    for (;;) {
      this.#take(/\s*/y)
      const part = this.#single()
      if (!part) return { kind: 'sequence', parts }
      parts.push(this.#repeated(part))
    }
  }

  #repeated(of: Node): Node {
    if (this.#take(/\?/y)) return { kind: 'repeat', of, min: 0, max: 1 }
    const counts = this.#take(/\{(\d+)(?:(,)(\d+))?\}/y)
    if (!counts) return of
    const min = Number(counts[1])
    return { kind: 'repeat', of, min, max: counts[2] === undefined ? min : Number(counts[3]) }
  }

  #single(): Node | undefined {
    const quoted = this.#take(/"((?:[^"\\]|\\.)*)"/y)
    if (quoted)
      return { kind: 'text', text: (quoted[1] ?? '').replaceAll(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c)) }
    const set = this.#take(/\[(\^?)((?:[^\]\\]|\\.)+)\]/y)
    if (set) return { kind: 'class', negated: set[1] === '^', ranges: readRanges(set[2] ?? '') }
    const name = this.#take(/\w+/y)
    if (name) return { kind: 'rule', name: name[0] }
    if (!this.#take(/\(/y)) return undefined
    const inner = this.choice()
    if (!this.#take(/\s*\)/y)) throw new Error(`no ")" in ${this.#text} at ${this.#at}`)
    return inner
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern.source.replace(/^\^/, ''), 'y')
    sticky.lastIndex = this.#at
    const match = sticky.exec(this.#text)
    if (match) this.#at = sticky.lastIndex
    return match
  }
}

function readRanges(text: string): [number, number][] {
  const points: (number | '-')[] = []
  for (const [, hex2, hex4, escaped, plain] of text.matchAll(/\\x(\w{2})|\\u(\w{4})|\\(.)|([^\\])/gsu)) {
    if (hex2 ?? hex4) points.push(Number.parseInt(hex2 ?? hex4 ?? '', 16))
    else if (plain === '-') points.push('-')
    else points.push((escaped ?? plain ?? '').codePointAt(0) ?? 0)
  }
  const ranges: [number, number][] = []
  for (let at = 0; at < points.length; at += 1) {
    const low = points[at] as number
    const isRange = points[at + 1] === '-' && at + 2 < points.length
    ranges.push([low, isRange ? (points[at + 2] as number) : low])
    if (isRange) at += 2
  }
  return ranges
}
