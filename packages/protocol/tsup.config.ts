import { library } from '../../tools/build/tsup.ts'

export default library(
  {
    index: 'src/index.ts',
    bounded: 'src/bounded.ts',
    errors: 'src/errors.ts',
    'event-sink': 'src/event-sink.ts',
    light: 'src/light/index.ts',
    printable: 'src/printable.ts',
    'require-node': 'src/require-node.ts',
    rules: 'src/rules/index.ts',
    skill: 'src/skill/index.ts',
    conformance: 'src/conformance/index.ts',
  },
  { platform: 'neutral' },
)
