import { library } from '../../tools/build/tsup.ts'

export default library({
  index: 'src/index.ts',
  'ai-sdk': 'src/ai-sdk/index.ts',
  connections: 'src/connection/index.ts',
  testing: 'src/testing/index.ts',
})
