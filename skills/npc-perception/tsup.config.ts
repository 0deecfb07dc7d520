import { program } from '../../tools/build/tsup.ts'

export default program(
  { 'query-perception': 'src/query-perception.ts' },
  { outDir: 'scripts', outExtension: () => ({ js: '.mjs' }) },
)
