import { library } from '../../tools/build/tsup.ts'

export default library(
  { index: 'src/index.ts', folders: 'src/folders.ts', premises: 'src/premises.ts', novels: 'src/novels.ts' },
  // The types of its data can only be read from the data itself, which declarations of single files leave outside.
  {
    platform: 'neutral',
    external: [/^node:/],
    dts: true,
    // Most of it is data.
    esbuildOptions: (options) => {
      options.minifyWhitespace = true
    },
  },
)
