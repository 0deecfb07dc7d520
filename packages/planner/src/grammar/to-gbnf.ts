import type { JsonObject } from '@narratoria/protocol'
import { GrammarRules } from './grammar-rules.ts'
import { schemaGrammar, type UnsupportedPart } from './schema-grammar.ts'

/**
 * Makes a GBNF grammar for the values of a JSON Schema, as JSON on one line without spaces, for models that run with
 * llama.cpp. Deterministic. Every text of the grammar is valid.
 *
 * Supports objects, arrays, strings with lengths, numbers with bounds, booleans, null, `enum`, `const`, `anyOf`, `oneOf` with
 * branches that exclude each other, several types, and `$ref` to `$defs` or `definitions` without recursion. Strings have at
 * most 400 characters and arrays at most 32 items, 200 and 8 if the schema sets no limit.
 *
 * @returns the grammar, or the first part of the schema that is not supported
 * @example
 * ```ts
 * import { toGbnf } from '@narratoria/planner/llama'
 *
 * const grammar = toGbnf({ type: 'object', properties: { sides: { type: 'integer', minimum: 2, maximum: 20 } } })
 * if (typeof grammar !== 'string') throw new Error(`not supported: ${grammar.what} at ${grammar.path}`)
 * const refused = toGbnf({ type: 'string', pattern: '^a+$' })
 * if (typeof refused === 'string' || refused.what !== '"pattern"') throw new Error('patterns are not supported')
 * ```
 */
export function toGbnf(schema: JsonObject): string | UnsupportedPart {
  const rules = new GrammarRules()
  const root = schemaGrammar(schema, rules)
  return typeof root === 'string' ? rules.text(root) : root
}
