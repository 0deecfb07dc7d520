import {
  mdiAccountMultiplePlusOutline,
  mdiBookOpenPageVariantOutline,
  mdiCogOutline,
  mdiDotsVertical,
  mdiFileTreeOutline,
  mdiKeyboardOutline,
  mdiMagnify,
  mdiNoteEditOutline,
  mdiVolumeHigh,
} from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { memo, useState } from 'react'
import { Tip } from '../components/tip.tsx'
import { Icon } from '../components/icon.tsx'
import { t } from '../language/text.ts'
import { Later } from '../loading/later.tsx'
import type { MenuEntry } from '../menus/action-menu.tsx'
import { menuCode } from '../menus/menu-code.ts'

interface TopBarProps {
  heading: string
  /** The title of the story, if it is not the heading. */
  story: string | undefined
  onFind: () => void
  onBranches: () => void
  onNotes: () => void
  onListen: () => void
  onReading: () => void
  onShortcuts: () => void
  /** Invites other people. Defaults to a server without guests. */
  onShare?: (() => void) | undefined
  onSettings: () => void
}

/** The heading of a screen, and what concerns the whole story. */
export const TopBar = memo(function TopBar({ heading, story, ...on }: TopBarProps) {
  const { onFind, onBranches, onNotes, onListen, onReading, onShortcuts, onShare, onSettings } = on
  const entries: MenuEntry[] = [
    { label: t('Branches'), icon: mdiFileTreeOutline, onClick: onBranches },
    { label: t('Notes for the narrator'), icon: mdiNoteEditOutline, onClick: onNotes },
    { label: t('Read aloud'), icon: mdiVolumeHigh, onClick: onListen },
    { label: t('Reading mode'), icon: mdiBookOpenPageVariantOutline, onClick: onReading },
    ...(onShare ? [{ label: t('Play with others'), icon: mdiAccountMultiplePlusOutline, onClick: onShare }] : []),
    { label: t('Keyboard shortcuts'), icon: mdiKeyboardOutline, onClick: onShortcuts },
  ]
  return (
    <header className="top-bar">
      <div className="top-bar-title">
        <h1 dir="auto">
          <bdi>{heading}</bdi>
        </h1>
        {story !== undefined && (
          <p className="quiet" dir="auto">
            {story}
          </p>
        )}
      </div>
      {story === undefined && (
        <>
          <TopBarButton label={t('Find in this story')} icon={mdiMagnify} onClick={onFind} />
          <span className="top-bar-wide">
            <TopBarButton label={t('Branches')} icon={mdiFileTreeOutline} opensDialog onClick={onBranches} />
            <TopBarButton label={t('Notes for the narrator')} icon={mdiNoteEditOutline} opensDialog onClick={onNotes} />
            <TopBarButton label={t('Read aloud')} icon={mdiVolumeHigh} onClick={onListen} />
            <TopBarButton label={t('Reading mode')} icon={mdiBookOpenPageVariantOutline} onClick={onReading} />
          </span>
          <StoryMenu entries={entries} />
        </>
      )}
      <TopBarButton label={t('Settings')} icon={mdiCogOutline} opensDialog onClick={onSettings} />
    </header>
  )
})

function StoryMenu({ entries }: { entries: MenuEntry[] }) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const close = () => setAnchor(undefined)
  return (
    <>
      <Tip title={t('More about this story')}>
        <IconButton
          aria-label={t('More about this story')}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <Icon path={mdiDotsVertical} />
        </IconButton>
      </Tip>
      {anchor && <Later code={menuCode} props={{ anchor, entries, onClose: close }} onFailed={close} />}
    </>
  )
}

interface TopBarButtonProps {
  label: string
  icon: string
  opensDialog?: boolean
  onClick: () => void
}

function TopBarButton({ label, icon, opensDialog = false, onClick }: TopBarButtonProps) {
  return (
    <Tip title={label}>
      <IconButton aria-label={label} {...(opensDialog && { 'aria-haspopup': 'dialog' })} onClick={onClick}>
        <Icon path={icon} />
      </IconButton>
    </Tip>
  )
}
