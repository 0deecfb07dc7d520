// Runs the tests whose number of cases can be set: `node tools/long-tests.mjs fuzz [CASES]` runs each property test with so
// many random cases, `torture [KILLS]` kills so many hosts while they write, as many while they play turns with tools, and half as many in each other test,
// `torture cluster [KILLS]` kills so many hosts and workers of a cluster, `torture soak [HOURS]` plays for so many simulated hours with faults, `damage [FILES]` damages so many stores,
// `acts [ACTS]` performs so many random acts in random worlds, `hostile [SERVERS]` calls so many hostile MCP servers, `choices [CHOICES]` follows so many choices in one story, `plays [PLAYS]` simulates so many plays of the campaigns, `plans [PLANS]` checks so many plans of models with random
// weights and of servers with each fault. `--seed N` repeats a run; the tests print their seeds. More arguments go to vitest.
import { spawnSync } from 'node:child_process'

const forms = {
  fuzz: { variable: 'NARRATORIA_FUZZ_RUNS', count: '100000', args: ['fuzz.slow'] },
  torture: {
    variable: 'NARRATORIA_TORTURE',
    count: '200',
    args: ['sqlite/torture.slow', 'turn-kills.posix.slow', 'sessions-export.slow', '-t', 'kill'],
  },
  soak: { variable: 'NARRATORIA_SOAK_HOURS', count: '24', args: ['soak.posix.slow'] },
  cluster: { variable: 'NARRATORIA_CLUSTER_KILLS', count: '20', args: ['cluster-kills.slow'] },
  damage: { variable: 'NARRATORIA_DAMAGES', count: '1000', args: ['repair/damage.slow'] },
  acts: { variable: 'NARRATORIA_ACTS', count: '100000', args: ['random/acts.slow'] },
  hostile: { variable: 'NARRATORIA_HOSTILE_SERVERS', count: '200', args: ['hostile-servers.slow'] },
  choices: { variable: 'NARRATORIA_CHOICES', count: '1000', args: ['host/long-play.slow'] },
  plays: { variable: 'NARRATORIA_PLAYS', count: '1000', args: ['simulated/beats.slow', 'simulated/endings.slow'] },
  plans: {
    variable: 'NARRATORIA_RANDOM_PLANS',
    count: '1000',
    args: ['random-weights.posix.slow', 'model-faults.slow'],
  },
}
const [name = '', ...given] = process.argv.slice(2)
const form = name === 'torture' && ['soak', 'cluster'].includes(given[0]) ? forms[given.shift()] : forms[name]
const seed = given.includes('--seed') ? given.splice(given.indexOf('--seed'), 2)[1] : undefined
const count = /^\d/.test(given[0] ?? '') ? given.shift() : form?.count
if (!form || !/^[1-9]\d*$/.test(count) || !/^\d*$/.test(seed ?? '')) {
  process.stderr.write(
    'Usage: node tools/long-tests.mjs fuzz|torture|torture soak|torture cluster|damage|acts|hostile|choices|plays|plans [COUNT] [--seed N] [vitest option]…; COUNT is a positive integer.\n',
  )
  process.exit(2)
}
const { status } = spawnSync('vitest', ['run', '--mode', 'all', ...form.args, ...given], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, [form.variable]: count, ...(seed !== undefined && { NARRATORIA_SEED: seed }) },
})
process.exitCode = status ?? 1
