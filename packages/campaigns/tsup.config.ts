import { library } from '../../tools/build/tsup.ts'

export default library({
  index: 'src/index.ts',
  library: 'src/library/index.ts',
  pack: 'src/pack/index.ts',
  player: 'src/player/index.ts',
  premise: 'src/premise/index.ts',
})
