import { library } from '../../tools/build/tsup.ts'

export default library({ index: 'src/server/index.ts' }, { outDir: 'dist/server' })
