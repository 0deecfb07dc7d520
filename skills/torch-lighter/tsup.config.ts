import { program } from '../../tools/build/tsup.ts'

export default program(
  { 'torch-lighter': 'src/torch-lighter.ts' },
  { outDir: 'scripts', outExtension: () => ({ js: '.mjs' }) },
)
