import { spawn } from 'node:child_process'
import { UsageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']

/**
 * Runs npm, which runs no script of any package. The arguments must be safe for a shell, because npm is a batch file on Windows.
 *
 * @throws {UsageError} with npm's own words if it fails, or if there is no npm
 */
export async function runNpm(args: readonly string[], { cwd, env }: Pick<Io, 'cwd' | 'env'>): Promise<string> {
  const shell = process.platform === 'win32'
  const child = spawn('npm', [...args, ...quiet], { cwd, env: { ...env }, shell, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) =>
      reject(
        new UsageError(
          `npm, which fetches packages, could not be started (${error.message}); install it, or give an archive`,
        ),
      ),
    )
    child.on('close', resolve)
  })
  if (code === 0) return output.stdout
  const lines = output.stderr.split('\n').map((line) => line.replace(/^npm (ERR!|error)\s*/, ''))
  const reason = lines.filter((line) => line !== '' && !/^(A complete log|code )/.test(line)).slice(0, 3)
  throw new UsageError(`npm could not fetch it: ${reason.join(' ')}`)
}
