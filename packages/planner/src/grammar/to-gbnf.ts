import type { JsonObject } from '@narratoria/protocol'
import { GrammarRules } from './grammar-rules.ts'
import { schemaGrammar, type UnsupportedPart } from './schema-grammar.ts'

/** Makes a whole GBNF grammar of a JSON schema: see {@link schemaGrammar} for what it admits and what it refuses. */
export function toGbnf(schema: JsonObject): string | UnsupportedPart {
  const rules = new GrammarRules()
  const root = schemaGrammar(schema, rules)
  return typeof root === 'string' ? rules.text(root) : root
}
