export type { Lexicon } from './lexicon.ts'
export { parse, type ParseContext, resolveName } from './parse.ts'
export { type Parsed, type ParsedAct, placed, type Range } from './parsed.ts'
