import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import { withCluster } from '../../host/load-cluster.ts'
import { narratoriaHome } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import { print } from '../../terminal/print.ts'
import type { UpOptions } from './command.ts'

/** `narratoria cluster up`: runs a database until it is interrupted. */
export async function clusterUp({ port }: UpOptions, io: Io): Promise<void> {
  await withCluster(async ({ findPostgres, startPostgres }) => {
    const binaries = findPostgres()
    const folder = folderOf(io)
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const interrupt = abortOnInterrupt(io)
    try {
      const server = await startPostgres({
        binaries,
        folder: join(folder, 'data'),
        ...(port > 0 && { port }),
        password: passwordIn(folder),
      })
      print(io, `The database of the cluster runs in ${folder}. In other terminals:`)
      print(io, `  narratoria serve --store ${server.url}`)
      print(io, `  narratoria worker --store ${server.url}`)
      print(io, 'It listens on this machine only. Ctrl-C stops it; the stories stay.')
      if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort')
      await server.close()
    } finally {
      interrupt.release()
    }
  })
}

/** The server of root runs as another user, who cannot enter the home folder of root. */
function folderOf(io: Io): string {
  const isRoot = process.getuid?.() === 0
  return isRoot && !io.env.NARRATORIA_HOME ? join(tmpdir(), 'narratoria-cluster') : join(narratoriaHome(io), 'cluster')
}

function passwordIn(folder: string): string {
  const path = join(folder, 'password')
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}
