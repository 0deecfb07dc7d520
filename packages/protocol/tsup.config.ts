import { library } from '../../tools/build/tsup.ts'

export default library(
  { index: 'src/index.ts', errors: 'src/errors.ts', conformance: 'src/conformance/index.ts' },
  { platform: 'neutral' },
)
