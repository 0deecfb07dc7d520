import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { t } from '../language/text.ts'
import { usePreferences } from '../settings/preferences.ts'
import { fixedKeys, shortcuts } from './shortcuts.ts'

/** The list of the keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { shortcuts: wanted } = usePreferences()
  return (
    <Dialog open onClose={onClose} aria-labelledby="shortcuts" fullWidth maxWidth="xs">
      <DialogTitle id="shortcuts">{t('Keyboard shortcuts')}</DialogTitle>
      <DialogContent tabIndex={0}>
        <dl className="keys">
          {fixedKeys.map(({ keys, label }) => (
            <Row key={keys} keys={keys} label={label} />
          ))}
          {wanted === 'on' &&
            Object.values(shortcuts).map(({ key, label }) => <Row key={key} keys={key.toUpperCase()} label={label} />)}
        </dl>
        <p className="quiet">
          {wanted === 'on'
            ? t('Keys of one letter work while no field has the focus. The settings switch them off.')
            : t('Keys of one letter are switched off in the settings.')}
        </p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('Close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Row({ keys, label }: { keys: string; label: string }) {
  return (
    <div>
      <dt>
        <kbd>{keys}</kbd>
      </dt>
      <dd>{label}</dd>
    </div>
  )
}
