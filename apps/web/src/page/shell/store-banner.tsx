import { mdiClose } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { memo, useState } from 'react'
import { t } from '../language/text.ts'
import type { StoreNoticeView } from '../../api/resources.ts'
import { Icon } from '../components/icon.tsx'
import { restoreFocusToMain } from '../focus/restore-focus.ts'

/** Messages about the store, shown until they are dismissed. */
export const StoreBanner = memo(function StoreBanner({ notices = [] }: { notices?: StoreNoticeView[] }) {
  const [read, setRead] = useState<readonly string[]>([])
  return (
    <div role="alert">
      {notices
        .filter(({ code }) => !read.includes(code))
        .map(({ code, message }) => (
          <p key={code} ref={restoreFocusToMain} className="banner banner-store note note-warning">
            {message}
            <IconButton size="small" aria-label={t('I have read this')} onClick={() => setRead([...read, code])}>
              <Icon path={mdiClose} fontSize="inherit" />
            </IconButton>
          </p>
        ))}
    </div>
  )
})
