import { program } from '../../tools/tsup.ts'

export default program(
  { 'torch-lighter': 'src/torch-lighter.ts' },
  { outDir: 'scripts', outExtension: () => ({ js: '.mjs' }) },
)
