import { library, withCrossSpawn } from '../../tools/build/tsup.ts'

export default library(
  {
    index: 'src/index.ts',
    testing: 'src/testing/index.ts',
    'check-program': 'src/execution/check-program.ts',
    'worker-program': 'src/worker/worker-program.ts',
  },
  withCrossSpawn,
)
