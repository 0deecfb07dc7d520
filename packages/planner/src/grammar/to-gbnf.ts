import type { JsonObject } from '@narratoria/protocol'
import { GrammarRules } from './grammar-rules.ts'
import { schemaGrammar, type UnsupportedPart } from './schema-grammar.ts'

/**
 * Makes a GBNF grammar for the JSON texts that a schema admits, on one line and without blanks. Pure: the same schema gives
 * the same text. What it admits is always valid; of what is valid it leaves out what `schemaGrammar` says. A schema
 * outside the subset is answered with the part that is.
 */
export function toGbnf(schema: JsonObject): string | UnsupportedPart {
  const rules = new GrammarRules()
  const root = schemaGrammar(schema, rules)
  return typeof root === 'string' ? rules.text(root) : root
}
