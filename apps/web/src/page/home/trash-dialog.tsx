import Button from '@mui/material/Button'
import { DialogFrame } from '../components/dialog-frame.tsx'
import { curled } from '../language/curled.ts'
import { t } from '../language/text.ts'
import type { TrashEntry } from '../../api/library-resources.ts'

export interface TrashDialogProps {
  trash: TrashEntry[]
  onClose: () => void
  onRestore: (entry: TrashEntry) => void
  onEmpty: () => void
}

export function TrashDialog({ trash, onClose, onRestore, onEmpty }: TrashDialogProps) {
  return (
    <DialogFrame
      id="trash-title"
      title={t('Trash')}
      onClose={onClose}
      extra={
        <Button color="error" onClick={onEmpty}>
          {t('Delete all permanently')}
        </Button>
      }
    >
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
    </DialogFrame>
  )
}
