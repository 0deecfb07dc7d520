import { mdiDeleteOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import type { TrashEntry } from '../../api/library-resources.ts'
import type { SessionCard } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { t } from '../language/text.ts'
import { Icon } from '../components/icon.tsx'
import { useNotice } from '../components/notices.tsx'
import { dialogs } from './dialogs.ts'
import { Later } from '../loading/later.tsx'

/** The stories in the trash, behind a button that is shown if there are any. It is read again when the stories change. */
export function Trash({ of, onRestored }: { of: SessionCard[] | undefined; onRestored: () => void }) {
  const [trash, setTrash] = useState<TrashEntry[]>([])
  const [open, setOpen] = useState(false)
  const notify = useNotice()
  useEffect(() => {
    api.listTrash().then(
      ({ sessions }) => setTrash(sessions),
      () => {},
    )
  }, [of])
  const close = () => setOpen(false)
  const act = (action: () => Promise<unknown>) => {
    action().then(
      () => (setOpen(false), onRestored()),
      (error: unknown) => notify(messageOf(error)),
    )
  }
  if (trash.length === 0) return null
  return (
    <>
      <Button startIcon={<Icon path={mdiDeleteOutline} />} onClick={() => setOpen(true)}>
        {t('Trash ({count})', { count: trash.length })}
      </Button>
      {open && (
        <Later
          code={dialogs.trash}
          props={{
            trash,
            onClose: close,
            onRestore: ({ sessionId }: TrashEntry) => act(() => api.restoreSession(sessionId)),
            onEmpty: () => act(() => api.emptyTrash()),
          }}
          onFailed={close}
        />
      )}
    </>
  )
}
