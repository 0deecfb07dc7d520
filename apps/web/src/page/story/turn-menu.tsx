import { mdiDotsHorizontal } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import type { MenuEntry } from '../menus/action-menu.tsx'
import { Icon } from '../components/icon.tsx'
import { menuCode } from '../menus/menu-code.ts'
import { Later } from '../loading/later.tsx'

/** The actions of a turn that is not the last one. */
export function TurnMenu({ label, entries }: { label: string; entries: MenuEntry[] }) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const close = () => setAnchor(undefined)
  return (
    <>
      <IconButton
        size="small"
        className="turn-action"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon path={mdiDotsHorizontal} fontSize="small" />
      </IconButton>
      {anchor && <Later code={menuCode} props={{ anchor, entries, onClose: close }} onFailed={close} />}
    </>
  )
}
