import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { disabledLook } from '../components/disabled-look.ts'
import { Icon } from '../components/icon.tsx'

/** An entry of a menu: an action, or a link. */
export interface MenuEntry {
  label: string
  icon: string
  disabled?: boolean
  href?: string
  onClick?: () => void
}

export interface ActionMenuProps {
  /** The button that opened the menu. */
  anchor: HTMLElement
  entries: MenuEntry[]
  onClose: () => void
}

/** An open menu. Choosing an entry closes it. */
export function ActionMenu({ anchor, entries, onClose }: ActionMenuProps) {
  return (
    <Menu anchorEl={anchor} open onClose={onClose}>
      {entries.map(({ label, icon, disabled = false, href, onClick }) => (
        <MenuItem
          key={label}
          {...(href !== undefined && { component: 'a', href })}
          {...disabledLook(disabled)}
          onClick={() => {
            if (disabled) return
            onClose()
            onClick?.()
          }}
        >
          <ListItemIcon>
            <Icon path={icon} fontSize="small" />
          </ListItemIcon>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
