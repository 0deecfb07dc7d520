import type { JsonValue } from '@narratoria/protocol'

/** The rules of a GBNF grammar under construction. Equal bodies share a rule. */
export class GrammarRules {
  readonly #names = new Map<string, string>()
  readonly #rules: string[] = []

  add(body: string): string {
    const known = this.#names.get(body)
    if (known !== undefined) return known
    const name = `r${this.#names.size}`
    this.#names.set(body, name)
    this.#rules.push(`${name} ::= ${body}`)
    return name
  }

  /** The grammar's text with `body` as its root. */
  text(body: string): string {
    return [`root ::= ${body}`, ...this.#rules, ''].join('\n')
  }
}

/** A GBNF literal for a text. */
export function literal(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

// Characters that JSON does not escape but that may end a line.
const lineBreaking = /[\u007F-\u009F\u2028\u2029]/g

/** A GBNF literal for the JSON text of a value on one line. */
export function jsonLiteral(value: JsonValue): string {
  const text = JSON.stringify(value)
  return literal(
    text.replaceAll(lineBreaking, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

/** Joins alternatives, in parentheses if there are several. */
export function anyOf(alternatives: readonly string[]): string {
  const [only = '""'] = alternatives
  return alternatives.length > 1 ? `(${alternatives.join(' | ')})` : only
}
