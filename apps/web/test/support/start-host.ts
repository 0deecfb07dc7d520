import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a server in a separate process, which a test can kill. */
export async function startHost(
  folder: string,
  port: number,
): Promise<{ url: string; port: number; child: ChildProcess }> {
  const program = fileURLToPath(new URL('../fixtures/web-host.ts', import.meta.url))
  const child = spawn(process.execPath, [program, folder, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const url = line.toString().trim().replace(/\/$/, '')
  return { url, port: Number(new URL(url).port), child }
}
