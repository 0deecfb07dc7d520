import { program } from '../../tools/build/tsup.ts'

export default program({ act: 'src/act.ts' }, { outDir: 'scripts', outExtension: () => ({ js: '.mjs' }) })
