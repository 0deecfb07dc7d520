export type { Lexicon } from './lexicon.ts'
export { parse, type ParseContext, resolveName } from './parse.ts'
export type { Parsed, ParsedAct } from './parsed.ts'
