import { library } from '../../tools/tsup.ts'

export default library({
  index: 'src/index.ts',
  testing: 'src/testing/index.ts',
  eval: 'src/eval/index.ts',
  models: 'src/models/index.ts',
  llama: 'src/llama/index.ts',
  'llama-worker': 'src/llama/process/worker.ts',
})
