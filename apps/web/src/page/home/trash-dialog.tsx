import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { curled } from '../language/curled.ts'
import { t } from '../language/text.ts'
import type { TrashEntry } from '../../api/library-resources.ts'

export interface TrashDialogProps {
  trash: TrashEntry[]
  onClose: () => void
  onRestore: (entry: TrashEntry) => void
  onEmpty: () => void
}

/** The stories in the trash. */
export function TrashDialog({ trash, onClose, onRestore, onEmpty }: TrashDialogProps) {
  return (
    <Dialog open onClose={onClose} aria-labelledby="trash-title" fullWidth maxWidth="sm">
      <DialogTitle id="trash-title">{t('Trash')}</DialogTitle>
      <DialogContent>
        <p className="quiet">{t('A story stays here for 30 days.')}</p>
        <ul className="trash">
          {trash.map((entry) => (
            <li key={entry.sessionId}>
              <span dir="auto">{curled(entry.title)}</span>
              <Button size="small" onClick={() => onRestore(entry)}>
                {t('Restore')}
              </Button>
            </li>
          ))}
        </ul>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onEmpty}>
          {t('Delete all for good')}
        </Button>
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
