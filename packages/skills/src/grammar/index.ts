export { anyOf, GrammarRules, jsonLiteral } from './grammar-rules.ts'
export { isAutomatic, modelInput, unsupportedInput } from './model-input.ts'
export { schemaGrammar, type UnsupportedPart } from './schema-grammar.ts'
export { toGbnf } from './to-gbnf.ts'
