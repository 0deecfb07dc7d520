import { library } from '../../tools/build/tsup.ts'

export default library({ index: 'src/index.ts', telemetry: 'src/telemetry/index.ts' })
