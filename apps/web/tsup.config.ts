import { library } from '../../tools/tsup.ts'

export default library({ index: 'src/server/index.ts' }, { outDir: 'dist/server' })
