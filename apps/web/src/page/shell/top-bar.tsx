import { mdiCogOutline, mdiFileTreeOutline, mdiMagnify, mdiNoteEditOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { memo } from 'react'
import { Icon } from '../components/icon.tsx'

interface TopBarProps {
  heading: string
  /** The title of the story, if it is not the heading. */
  story: string | undefined
  onFind: () => void
  onBranches: () => void
  onNotes: () => void
  onSettings: () => void
}

/** The heading of a screen, and what concerns the whole story. */
export const TopBar = memo(function TopBar({ heading, story, onFind, onBranches, onNotes, onSettings }: TopBarProps) {
  return (
    <header className="top-bar">
      <div className="top-bar-title">
        <h1>
          <bdi>{heading}</bdi>
        </h1>
        {story !== undefined && <p className="quiet">{story}</p>}
      </div>
      {story === undefined && (
        <>
          <TopBarButton label="Find in this story" icon={mdiMagnify} onClick={onFind} />
          <TopBarButton label="Branches" icon={mdiFileTreeOutline} opensDialog onClick={onBranches} />
          <TopBarButton label="Notes for the narrator" icon={mdiNoteEditOutline} opensDialog onClick={onNotes} />
        </>
      )}
      <TopBarButton label="Settings" icon={mdiCogOutline} opensDialog onClick={onSettings} />
    </header>
  )
})

interface TopBarButtonProps {
  label: string
  icon: string
  opensDialog?: boolean
  onClick: () => void
}

function TopBarButton({ label, icon, opensDialog = false, onClick }: TopBarButtonProps) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} {...(opensDialog && { 'aria-haspopup': 'dialog' })} onClick={onClick}>
        <Icon path={icon} />
      </IconButton>
    </Tooltip>
  )
}
