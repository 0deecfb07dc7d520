import { mdiClose, mdiOpenInNew } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../language/text.ts'
import { Icon } from '../components/icon.tsx'

interface Picture {
  url: string
  title: string
  /** What it shows, for those who do not see it. */
  description: string
}

let shown: Picture | undefined
const listeners = new Set<() => void>()

/** Shows a picture in the viewer, or closes the viewer. */
export function viewPicture(picture: Picture | undefined): void {
  shown = picture
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A picture as large as the page. It belongs to the page, so that it stays open when its turn scrolls out of sight. */
export function PictureViewer() {
  const picture = useSyncExternalStore(subscribe, () => shown)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (picture) dialog.current?.showModal()
  }, [picture])
  if (!picture) return null
  const close = () => viewPicture(undefined)
  return (
    <dialog
      ref={dialog}
      className="viewer"
      aria-label={picture.title}
      onClose={close}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <img src={picture.url} alt={picture.description} />
      <p>
        <span dir="auto">{picture.title}</span>
        <IconButton aria-label={t('Open the file in a new tab')} href={picture.url} target="_blank" rel="noreferrer">
          <Icon path={mdiOpenInNew} />
        </IconButton>
        <IconButton aria-label={t('Close')} onClick={close}>
          <Icon path={mdiClose} />
        </IconButton>
      </p>
    </dialog>
  )
}
