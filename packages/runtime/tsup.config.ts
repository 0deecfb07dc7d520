import { library } from '../../tools/build/tsup.ts'

export default library({ index: 'src/index.ts', store: 'src/store-parts.ts', telemetry: 'src/telemetry/index.ts' })
