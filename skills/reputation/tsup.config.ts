import { program } from '../../tools/build/tsup.ts'

export default program(
  { 'update-reputation': 'src/update-reputation.ts', 'query-reputation': 'src/query-reputation.ts' },
  { outDir: 'scripts', outExtension: () => ({ js: '.mjs' }), splitting: true, clean: true, removeNodeProtocol: false },
)
