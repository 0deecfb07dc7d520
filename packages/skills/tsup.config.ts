import { library } from '../../tools/build/tsup.ts'

export default library({ index: 'src/index.ts', config: 'src/config/index.ts', install: 'src/install/index.ts' })
