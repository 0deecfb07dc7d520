import { library } from '../../tools/build/tsup.ts'

export default library(
  { index: 'src/index.ts', folders: 'src/folders.ts', premises: 'src/premises.ts', novels: 'src/novels.ts' },
  { platform: 'neutral', external: [/^node:/] },
)
