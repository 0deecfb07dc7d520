import { program } from '../../tools/build/tsup.ts'

export default program(
  { 'door-examiner': 'src/door-examiner.ts' },
  { outDir: 'scripts', outExtension: () => ({ js: '.mjs' }) },
)
