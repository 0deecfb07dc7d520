import { library } from '../../tools/build/tsup.ts'

export default library({ index: 'src/index.ts', chat: 'src/chat/index.ts' })
