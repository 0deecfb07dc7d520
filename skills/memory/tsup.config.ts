import { program } from '../../tools/build/tsup.ts'

export default program(
  {
    'store-memory': 'src/store-memory.ts',
    'recall-memory': 'src/recall-memory.ts',
    'maintain-memory': 'src/maintain-memory.ts',
  },
  { outDir: 'scripts', outExtension: () => ({ js: '.mjs' }), splitting: true, clean: true, removeNodeProtocol: false },
)
