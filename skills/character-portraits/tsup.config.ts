import { program } from '../../tools/build/tsup.ts'

export default program(
  {
    'show-portraits': 'src/show-portraits.ts',
    'query-portrait': 'src/query-portrait.ts',
    'make-portraits': 'src/make-portraits.ts',
  },
  { outDir: 'scripts', outExtension: () => ({ js: '.mjs' }), splitting: true, clean: true, removeNodeProtocol: false },
)
