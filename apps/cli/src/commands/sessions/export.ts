import { exportEpub, exportSession } from '@narratoria/runtime/exchange'
import { UsageError } from '../../exit-codes.ts'
import { findSession } from '../../host/open-store.ts'
import { narratoriaHome } from '../../host/skill-roots.ts'
import { newFile, writeAtomically } from '../../host/write-atomically.ts'
import type { Io } from '../../io.ts'
import { formatOf } from '../../story/slash-commands.ts'
import { notify, writePieces } from '../../terminal/print.ts'
import type { ExportOptions } from './command.ts'
import { withHost } from './open.ts'

/** `narratoria sessions export`: writes a story to standard output or to a file. */
export async function exportStory({ story, format, output, withData }: ExportOptions, io: Io): Promise<void> {
  const named = format ?? (output === undefined ? undefined : formatOf(output))
  const chosen = named ?? (withData ? 'json' : 'markdown')
  if (named === undefined && !withData && /\.[a-z\d]+$/i.test(output ?? ''))
    throw new UsageError(
      `${output} has an unknown ending; use .md, .html, .epub, .jsonl or .json, or name a format with --format`,
    )
  if (withData && chosen !== 'json') throw new UsageError('--with-data needs the JSON format')
  if (chosen === 'epub' && output === undefined)
    throw new UsageError('an EPUB book is a file; name it with --output, such as --output story.epub')
  await withHost(io, async (host) => {
    const { sessionId } = await findSession(host.store, story)
    const mask = <T>(value: T): T => host.skills.maskSecrets(value)
    if (chosen === 'epub') return exportEpub(host.store, sessionId, newFile(io, output!), { mask })
    const pieces = exportSession(host.store, sessionId, {
      format: chosen,
      mask,
      ...(withData && { data: { skills: host.skills, home: narratoriaHome(io) } }),
      onLeftOut: (path) => notify(io, `${path} was left out: it contains a secret.`),
    })
    if (output === undefined) await writePieces(io.stdout, pieces)
    else await writeAtomically(io, output, pieces)
  })
}
