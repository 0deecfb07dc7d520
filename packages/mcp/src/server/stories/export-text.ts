import { exportSession, type ExportFormat } from '@narratoria/runtime/exchange'
import type { Stories } from './stories.ts'

/** A story as text in pieces, with secrets redacted. */
export function exportText({ host }: Stories, sessionId: string, format: ExportFormat): AsyncIterable<string> {
  const { store, skills, home } = host
  const mask = <T>(value: T): T => skills.maskSecrets(value)
  return exportSession(store, sessionId, { format, mask, data: { skills, home } })
}
