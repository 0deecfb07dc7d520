import { library } from '../../tools/build/tsup.ts'

export default library(
  {
    index: 'src/index.ts',
    claims: 'src/claims/index.ts',
    model: 'src/model/index.ts',
    parse: 'src/parse/index.ts',
  },
  { platform: 'neutral' },
)
