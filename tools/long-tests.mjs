// Runs the property tests or the kill tests with more cases than the test run has:
// `node tools/long-tests.mjs fuzz [CASES]`, `node tools/long-tests.mjs torture [KILLS]`; more arguments go to vitest.
import { spawnSync } from 'node:child_process'

const forms = {
  fuzz: { variable: 'NARRATORIA_FUZZ_RUNS', count: '100000', args: ['fuzz.slow'] },
  torture: {
    variable: 'NARRATORIA_TORTURE',
    count: '200',
    args: ['torture', 'commands/sessions', 'random-weights', '-t', 'kill|random weights'],
  },
}
const [form = '', count = forms[form]?.count, ...rest] = process.argv.slice(2)
if (!forms[form] || !/^[1-9]\d*$/.test(count)) {
  process.stderr.write(
    'Usage: node tools/long-tests.mjs fuzz|torture [COUNT] [vitest option]…; COUNT is a positive integer.\n',
  )
  process.exit(2)
}
const { status } = spawnSync('vitest', ['run', '--mode', 'all', ...forms[form].args, ...rest], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, [forms[form].variable]: count },
})
process.exitCode = status ?? 1
