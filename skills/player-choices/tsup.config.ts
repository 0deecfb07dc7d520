import { program } from '../../tools/build/tsup.ts'

export default program(
  { 'offer-choices': 'src/offer-choices.ts' },
  { outDir: 'scripts', outExtension: () => ({ js: '.mjs' }) },
)
