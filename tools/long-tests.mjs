// Runs the tests whose number of cases can be set: `node tools/long-tests.mjs fuzz [CASES]` runs each property test with so
// many random cases, `torture [KILLS]` kills so many hosts while they write, and half as many in each other kill test,
// `plans [PLANS]` checks so many plans of models with random weights. More arguments go to vitest.
import { spawnSync } from 'node:child_process'

const forms = {
  fuzz: { variable: 'NARRATORIA_FUZZ_RUNS', count: '100000', args: ['fuzz.slow'] },
  torture: {
    variable: 'NARRATORIA_TORTURE',
    count: '200',
    args: ['sqlite/torture.slow', 'sessions-export.slow', '-t', 'kill'],
  },
  plans: { variable: 'NARRATORIA_RANDOM_PLANS', count: '1000', args: ['random-weights.posix.slow'] },
}
const [form = '', count = forms[form]?.count, ...rest] = process.argv.slice(2)
if (!forms[form] || !/^[1-9]\d*$/.test(count)) {
  process.stderr.write(
    'Usage: node tools/long-tests.mjs fuzz|torture|plans [COUNT] [vitest option]…; COUNT is a positive integer.\n',
  )
  process.exit(2)
}
const { status } = spawnSync('vitest', ['run', '--mode', 'all', ...forms[form].args, ...rest], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, [forms[form].variable]: count },
})
process.exitCode = status ?? 1
