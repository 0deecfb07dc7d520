import IconButton from '@mui/material/IconButton'
import type { MouseEvent } from 'react'
import { Icon } from './icon.tsx'
import { Tip } from './tip.tsx'

interface BarButtonProps {
  /** What the button does, which contains the word below the icon. */
  label: string
  word: string
  icon: string
  opens?: 'dialog' | 'menu'
  /** Whether what it opens is open. Defaults to a button that does not show this. */
  isOpen?: boolean
  onClick: (event: MouseEvent<HTMLElement>) => void
}

/** A button of the bar above a screen: an icon with a word below it, as in the navigation. */
export function BarButton({ label, word, icon, opens, isOpen, onClick }: BarButtonProps) {
  return (
    <Tip title={label}>
      <IconButton
        className="bar-button"
        aria-label={label}
        {...(opens && { 'aria-haspopup': opens })}
        aria-expanded={isOpen}
        onClick={onClick}
      >
        <Icon path={icon} />
        <span className="bar-word">{word}</span>
      </IconButton>
    </Tip>
  )
}
