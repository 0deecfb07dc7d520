import { serveStoriesOverStdio } from '@narratoria/mcp'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import { confirmLocalSkills } from '../../host/confirm-local-skills.ts'
import { openHost } from '../../host/open-host.ts'
import { openStore } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { mcpBeginningsOf } from '../../story/mcp-beginnings.ts'
import { notify } from '../../terminal/print.ts'
import { cliVersion } from '../../version.ts'
import type { ServeMcpOptions } from './command.ts'

/** `narratoria mcp serve`: serves the stories until the client disconnects. Standard output carries the protocol alone. */
export async function serveMcp(options: ServeMcpOptions, io: Io): Promise<void> {
  const interrupt = abortOnInterrupt(io)
  const store = await openStore(io)
  const confirm = (folder: string) => confirmLocalSkills(io, folder)
  const host = await openHost(io, options, { store, watchSkills: true, useServers: true, confirm }).catch(
    async (error: unknown) => {
      await store.close()
      throw error
    },
  )
  try {
    const report = (error: unknown) => notify(io, error instanceof Error ? error.message : String(error))
    const served = serveStoriesOverStdio(
      { narratoria: host, beginnings: mcpBeginningsOf(io, options), version: cliVersion, onError: report },
      { input: io.stdin, output: io.stdout },
    )
    const interrupted = new Promise<void>((resolve) =>
      interrupt.signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    await Promise.race([served.closed, interrupted])
    await served.close({ force: true })
  } finally {
    await host.close()
    interrupt.release()
  }
}
