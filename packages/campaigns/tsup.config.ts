import { library } from '../../tools/build/tsup.ts'

export default library({ index: 'src/index.ts', pack: 'src/pack/index.ts', premise: 'src/premise/index.ts' })
