import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** The command line's own file. */
export const program = fileURLToPath(new URL('../bin/narratoria.js', import.meta.url))

/** What a run of the command line came to. */
export interface Run {
  code: number | null
  stdout: string
  stderr: string
}

/** A folder of the test's own, removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs `narratoria` as a process, with a home of its own. */
export function narratoria(
  args: string[],
  options: { input?: string; cwd?: string; home?: string } = {},
): Promise<Run> {
  const folder = options.home ?? temporaryFolder()
  const child = spawn(process.execPath, [program, ...args], {
    cwd: options.cwd ?? folder,
    env: { ...process.env, NARRATORIA_HOME: join(folder, 'home'), NO_COLOR: '1' },
  })
  child.stdin.end(options.input ?? '')
  const run: Run = { code: null, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (run.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (run.stderr += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...run, code }))
  })
}

/** Waits for something to be true, for 20 s. */
export async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries++) {
    if (tries === 800) throw new Error(`waited in vain for ${isTrue.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Tells whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Writes a skill with one script into `root`; returns the script's file. */
export function writeSkill(
  root: string,
  skill: { name: string; script: string; trigger: string; mode?: number; timeoutMs?: number },
): string {
  const folder = join(root, skill.name)
  const file = join(folder, 'scripts', 'act.mjs')
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  writeFileSync(file, skill.script)
  chmodSync(file, skill.mode ?? 0o755)
  writeFileSync(
    join(folder, 'skill.json'),
    JSON.stringify({
      name: skill.name,
      version: '1.0.0',
      description: 'A skill of a test.',
      retryPolicy: { maxRetries: 0 },
      scripts: [
        {
          name: 'act',
          path: 'scripts/act.mjs',
          description: 'Acts.',
          triggers: [skill.trigger],
          ...(skill.timeoutMs && { timeoutMs: skill.timeoutMs }),
        },
      ],
    }),
  )
  return file
}
