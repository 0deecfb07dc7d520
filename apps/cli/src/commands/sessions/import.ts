import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { importSession } from '@narratoria/runtime/exchange'
import { UsageError } from '../../exit-codes.ts'
import { narratoriaHome } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import { notify, print, printJson } from '../../terminal/print.ts'
import { count } from '../../terminal/terminal.ts'
import type { ImportOptions } from './command.ts'
import { withHost } from './open.ts'

/** `narratoria sessions import`: stores an exported story, and the data of skills that it contains. */
export function importStory({ file, name, json }: ImportOptions, io: Io): Promise<void> {
  return withDocument(io, file, (path) =>
    withHost(io, async (host) => {
      if (name !== undefined && (await host.store.findSession(name)))
        throw new UsageError(`there is already a story "${name}"; choose another name`)
      const data = { skills: host.skills, home: narratoriaHome(io) }
      const { session, leftOut } = await importSession(host.store, () => createReadStream(path, 'utf8'), { name, data })
      for (const sentence of leftOut) notify(io, sentence)
      const { sessionId, title, turns } = session
      if (json) printJson(io, { sessionId, title, turns })
      else print(io, `${sessionId}  ${title} (${count(turns, 'turn')})`)
    }),
  )
}

/** Calls `work` with a file that can be read several times: what comes from a pipe is copied to a temporary file. */
async function withDocument(io: Io, name: string, work: (path: string) => Promise<void>): Promise<void> {
  const file = resolve(io.cwd, name)
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-import-'))
  try {
    const copy = join(folder, 'document.json')
    const found = name === '-' ? undefined : await stat(file)
    if (found?.isDirectory()) throw new UsageError(`${name} is a folder; name the .json file that was exported`)
    const isPipe = !found?.isFile()
    if (isPipe) await pipeline(name === '-' ? io.stdin : createReadStream(file), createWriteStream(copy))
    else await access(file, constants.R_OK)
    await work(isPipe ? copy : file)
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    throw path === file && code ? new UsageError(`${name} cannot be read: ${message}`) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
