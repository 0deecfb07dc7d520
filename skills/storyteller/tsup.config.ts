import { program } from '../../tools/build/tsup.ts'

export default program(
  { narrate: 'src/narrate.ts' },
  { outDir: 'scripts', outExtension: () => ({ js: '.mjs' }), splitting: true, clean: true, removeNodeProtocol: false },
)
