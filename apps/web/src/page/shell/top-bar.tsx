import {
  mdiAccountMultiplePlusOutline,
  mdiBookOpenPageVariantOutline,
  mdiCogOutline,
  mdiDotsVertical,
  mdiKeyboardOutline,
  mdiMagnify,
  mdiNoteEditOutline,
  mdiSourceBranch,
  mdiVolumeHigh,
} from '@mdi/js'
import { memo, useState } from 'react'
import { t } from '../language/text.ts'
import { Later } from '../loading/later.tsx'
import type { MenuEntry } from '../menus/action-menu.tsx'
import { menuCode } from '../menus/menu-code.ts'
import { BarButton } from '../components/bar-button.tsx'

interface TopBarProps {
  heading: string
  /** The title of the story, if it is not the heading. */
  story: string | undefined
  isFinding: boolean
  isListening: boolean
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
export const TopBar = memo(function TopBar({ heading, story, isFinding, isListening, ...on }: TopBarProps) {
  const { onFind, onBranches, onNotes, onListen, onReading, onShortcuts, onShare, onSettings } = on
  const branches = { label: t('Branches'), word: t('Branches'), icon: mdiSourceBranch, onClick: onBranches }
  const notes = { label: t('Notes for the narrator'), word: t('Notes'), icon: mdiNoteEditOutline, onClick: onNotes }
  const listen = { label: t('Read aloud'), word: t('Read aloud'), icon: mdiVolumeHigh, onClick: onListen }
  const reading = {
    label: t('Reading mode'),
    word: t('Reading mode'),
    icon: mdiBookOpenPageVariantOutline,
    onClick: onReading,
  }
  // In the order of the bar.
  const entries: MenuEntry[] = [
    ...[branches, notes, isListening ? { ...listen, label: t('Stop reading aloud') } : listen, reading].map(
      ({ label, icon, onClick }) => ({ label, icon, onClick }),
    ),
    ...(onShare ? [{ label: t('Play with others'), icon: mdiAccountMultiplePlusOutline, onClick: onShare }] : []),
    ...(mayHaveKeys() ? [{ label: t('Keyboard shortcuts'), icon: mdiKeyboardOutline, onClick: onShortcuts }] : []),
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
          <BarButton
            label={t('Find in this story')}
            word={t('Find')}
            icon={mdiMagnify}
            isOpen={isFinding}
            onClick={onFind}
          />
          <span className="top-bar-wide">
            <BarButton {...branches} opens="dialog" />
            <BarButton {...notes} opens="dialog" />
            <BarButton {...listen} isOpen={isListening} />
            <BarButton {...reading} />
          </span>
          <StoryMenu entries={entries} />
        </>
      )}
      <BarButton label={t('Settings')} word={t('Settings')} icon={mdiCogOutline} opens="dialog" onClick={onSettings} />
    </header>
  )
})

/** False on touch-only devices: they have no keyboard, or one whose `?` key also shows the list. */
function mayHaveKeys(): boolean {
  return !matchMedia('(hover: none) and (pointer: coarse)').matches
}

function StoryMenu({ entries }: { entries: MenuEntry[] }) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const close = () => setAnchor(undefined)
  return (
    <>
      <BarButton
        label={t('More about this story')}
        word={t('More')}
        icon={mdiDotsVertical}
        opens="menu"
        isOpen={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor && <Later code={menuCode} props={{ anchor, entries, onClose: close }} onFailed={close} />}
    </>
  )
}
