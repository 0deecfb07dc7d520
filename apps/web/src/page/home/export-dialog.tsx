import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { SessionCard } from '../../api/resources.ts'
import { campaignAddress, exportAddress } from '../api/client.ts'
import { t } from '../language/text.ts'
import { DetailsSwitch } from '../settings/details-switch.tsx'
import { useSwitch } from '../settings/preferences.ts'

const formats = [
  ['epub', t('A book'), t('With its pictures, for readers and e-readers.')],
  ['html', t('A web page'), t('The whole story in one file, for any browser.')],
  ['markdown', t('Plain text'), t('For any editor.')],
  ['json', t('A copy for Narratoria'), t('With all branches. It can be imported again.')],
] as const

/** The formats by their names, and those for other programs and for makers. */
const namedFormats = [
  ['epub', t('A book (EPUB)'), formats[0][2]],
  ['html', t('A web page (HTML)'), formats[1][2]],
  ['markdown', t('Text (Markdown)'), formats[2][2]],
  ['json', t('Everything (JSON)'), t('With all branches and the state. Narratoria can import it again.')],
  ['sillytavern', t('A chat (SillyTavern)'), t('For other programs that play chats.')],
] as const

/** The files that a story can be saved as. */
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
    <Dialog open onClose={onClose} aria-labelledby="export" fullWidth maxWidth="sm">
      <DialogTitle id="export">{t('Export “{title}”', { title })}</DialogTitle>
      <DialogContent>
        <ul className="exports">
          {(isDetailed ? namedFormats : formats).map(([format, label, help]) => (
            <Row key={format} href={exportAddress(sessionId, format)} label={label} help={help} />
          ))}
          {isDetailed && (
            <Row
              href={campaignAddress(sessionId)}
              label={t('Its world as a campaign (ZIP)')}
              help={t('New stories can begin where this one is. Only for stories with a world.')}
            />
          )}
        </ul>
      </DialogContent>
      <DialogActions>
        <DetailsSwitch name="details.export" />
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
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
