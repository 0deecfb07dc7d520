import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'

/** A module to run, and the working directory that it runs in. */
export interface Module {
  file: string
  cwd: string
}

/** The outcome of a module: what it printed, and the stack of its error if it failed. */
export interface Outcome {
  stdout: string
  error?: string
}

/** Imports each module in turn. Runs as a program of its own, since `vitest` transforms what it imports. */
const runner = `
const outcomes = []
process.once('beforeExit', () => process.send(outcomes))
for (const { url, cwd } of JSON.parse(process.argv[1])) {
  const outcome = { stdout: '' }
  outcomes.push(outcome)
  process.stdout.write = (text) => ((outcome.stdout += text), true)
  process.chdir(cwd)
  await import(url).catch((error) => (outcome.error = String(error?.stack ?? error)))
}
`

/**
 * Runs modules in one process of Node, one after the other.
 *
 * @throws if the process writes to standard error, or does not end by itself with code 0
 */
export async function runModules(modules: readonly Module[]): Promise<Outcome[]> {
  if (modules.length === 0) return []
  const jobs = modules.map(({ file, cwd }) => ({ url: pathToFileURL(file).href, cwd }))
  const child = spawn(process.execPath, ['--input-type=module', '-e', runner, JSON.stringify(jobs)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: 60_000 + 15_000 * modules.length,
  })
  let stderr = ''
  let outcomes: Outcome[] | undefined
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)))
  child.on('message', (message) => (outcomes = message as Outcome[]))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (outcomes === undefined || code !== 0 || stderr !== '')
    throw new Error(`ended with ${code ?? signal}; is something left open?\n${stderr}`)
  return outcomes
}
