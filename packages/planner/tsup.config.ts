import { library } from '../../tools/build/tsup.ts'

export default library({
  index: 'src/index.ts',
  testing: 'src/testing/index.ts',
  eval: 'src/eval/index.ts',
  models: 'src/model-store/index.ts',
  llama: 'src/llama/index.ts',
  'llama-worker': 'src/model/process/worker.ts',
})
