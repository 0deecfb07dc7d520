import { library } from '../../tools/build/tsup.ts'

export default library({ index: 'src/index.ts', testing: 'src/testing/index.ts' })
