export { pgliteDatabase, type PGliteLike } from './pglite-database.ts'
