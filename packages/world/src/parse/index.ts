export type { Parsed } from './parsed.ts'
