import { library } from '../../tools/build/tsup.ts'

export default library({
  index: 'src/index.ts',
  exchange: 'src/exchange.ts',
  history: 'src/history/index.ts',
  manage: 'src/manage/index.ts',
  store: 'src/store/index.ts',
  'store-parts': 'src/store-parts.ts',
  telemetry: 'src/telemetry/index.ts',
  tools: 'src/tools/index.ts',
  world: 'src/world/index.ts',
})
