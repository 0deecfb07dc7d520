import Button from '@mui/material/Button'
import type { SessionCard } from '../../api/resources.ts'
import { campaignAddress, exportAddress } from '../api/client.ts'
import { DialogFrame } from '../components/dialog-frame.tsx'
import { curled } from '../language/curled.ts'
import { t } from '../language/text.ts'
import { DetailsSwitch } from '../settings/details-switch.tsx'
import { useSwitch } from '../settings/preferences.ts'

/** Each format, with the name that players see and the one that makers see. */
const formats = [
  {
    format: 'epub',
    label: t('A book'),
    named: t('A book (EPUB)'),
    help: t('With its pictures, for reading apps and e‑readers (EPUB).'),
  },
  {
    format: 'html',
    label: t('A web page'),
    named: t('A web page (HTML)'),
    help: t('The whole story in one file, for any browser.'),
  },
  { format: 'markdown', label: t('Plain text'), named: t('Text (Markdown)'), help: t('For any text editor.') },
  {
    format: 'json',
    label: t('A copy for Narratoria'),
    named: t('Everything (JSON)'),
    help: t('With all branches. It can be imported again.'),
  },
] as const

export function ExportDialog({
  session,
  onClose,
}: {
  session: Pick<SessionCard, 'sessionId' | 'title'>
  onClose: () => void
}) {
  const { sessionId, title } = session
  const [isDetailed] = useSwitch('details.export')
  return (
    <DialogFrame
      id="export"
      title={t('Export “{title}”', { title: curled(title) })}
      onClose={onClose}
      extra={<DetailsSwitch name="details.export" />}
    >
      <ul className="exports">
        {formats.map(({ format, label, named, help }) => (
          <Row key={format} href={exportAddress(sessionId, format)} label={isDetailed ? named : label} help={help} />
        ))}
        {isDetailed && (
          <>
            <Row
              href={exportAddress(sessionId, 'sillytavern')}
              label={t('A chat (SillyTavern)')}
              help={t('For other programs that play chats.')}
            />
            <Row
              href={campaignAddress(sessionId)}
              label={t('Its world as a campaign (ZIP)')}
              help={t('New stories can begin where this one is. Only for stories with a world.')}
            />
          </>
        )}
      </ul>
    </DialogFrame>
  )
}

function Row({ href, label, help }: { href: string; label: string; help: string }) {
  return (
    <li>
      <span>
        <b>{label}</b>
        <small>{help}</small>
      </span>
      <Button variant="outlined" size="small" href={href} download aria-label={t('Save: {what}', { what: label })}>
        {t('Save')}
      </Button>
    </li>
  )
}
