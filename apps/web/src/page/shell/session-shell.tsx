import { mdiCogOutline, mdiHistory } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { Suspense, lazy, memo, useCallback, useEffect, useState } from 'react'
import { NarrativeScreen } from '../screens/narrative-screen.tsx'
import { SettingsDialog } from '../settings/settings-dialog.tsx'
import { type OpenSession, useSession } from '../story/use-session.ts'
import { Icon } from '../components/icon.tsx'
import { Navigation } from './navigation.tsx'
import { focusMain } from '../focus/restore-focus.ts'
import { type Screen, hrefOf } from '../routing/route.ts'
import { SessionList } from './session-list.tsx'
import { StoreBanner } from './store-banner.tsx'

const ToolsScreen = lazy(async () => ({ default: (await import('../screens/tools-screen.tsx')).ToolsScreen }))
const AssetsScreen = lazy(async () => ({ default: (await import('../screens/assets-screen.tsx')).AssetsScreen }))
const StateScreen = lazy(async () => ({ default: (await import('../screens/state-screen.tsx')).StateScreen }))
const SkillsScreen = lazy(async () => ({ default: (await import('../screens/skills-screen.tsx')).SkillsScreen }))

const titles: Record<Screen, string> = {
  narrative: 'Narrative',
  tools: 'Tools',
  assets: 'Assets',
  state: 'State',
  skills: 'Skills',
}

/** The frame around every screen of a story. */
export function SessionShell({
  sessionId,
  screen,
  detail,
}: {
  sessionId: string
  screen: Screen
  detail: string | null
}) {
  const session = useSession(sessionId)
  const [dialog, setDialog] = useState<'list' | 'settings'>()
  // Memoized, so that the events of a turn render only what they change.
  const openList = useCallback(() => setDialog('list'), [])
  const openSettings = useCallback(() => setDialog('settings'), [])
  const close = useCallback(() => setDialog(undefined), [])
  const { model } = session
  const title = model.session?.title ?? 'Story'
  useEffect(() => void (document.title = `${titles[screen]} – ${title} – Narratoria`), [screen, title])
  return (
    <div className="shell">
      <a className="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <Navigation sessionId={sessionId} screen={screen} busy={model.live !== null} />
      <div className="page">
        <TopBar
          heading={screen === 'narrative' ? title : titles[screen]}
          story={screen === 'narrative' ? undefined : title}
          onList={openList}
          onSettings={openSettings}
        />
        <ConnectionBanner session={session} />
        <StoreBanner notices={model.session?.notices} />
        <main id="main" tabIndex={-1} className={`screen screen-${screen}`}>
          {model.refused === undefined ? (
            <Suspense fallback={<p className="quiet">Opening …</p>}>
              <ScreenOf session={session} screen={screen} detail={detail} />
            </Suspense>
          ) : (
            <Refused message={model.refused} />
          )}
        </main>
      </div>
      <SessionList open={dialog === 'list'} current={sessionId} onClose={close} />
      <SettingsDialog
        open={dialog === 'settings'}
        skillsHref={hrefOf({ sessionId, screen: 'skills' })}
        onClose={close}
      />
    </div>
  )
}

interface TopBarProps {
  heading: string
  story: string | undefined
  onList: () => void
  onSettings: () => void
}

const TopBar = memo(function TopBar({ heading, story, onList, onSettings }: TopBarProps) {
  return (
    <header className="top-bar">
      <div className="top-bar-title">
        <h1>
          <bdi>{heading}</bdi>
        </h1>
        {story !== undefined && <p className="quiet">{story}</p>}
      </div>
      <Tooltip title="Stories">
        <IconButton aria-label="Stories" aria-haspopup="dialog" onClick={onList}>
          <Icon path={mdiHistory} />
        </IconButton>
      </Tooltip>
      <Tooltip title="Settings">
        <IconButton aria-label="Settings" aria-haspopup="dialog" onClick={onSettings}>
          <Icon path={mdiCogOutline} />
        </IconButton>
      </Tooltip>
    </header>
  )
})

function ScreenOf({ session, screen, detail }: { session: OpenSession; screen: Screen; detail: string | null }) {
  switch (screen) {
    case 'narrative':
      return <NarrativeScreen session={session} />
    case 'tools':
      return <ToolsScreen session={session} turnId={detail} />
    case 'assets':
      return <AssetsScreen session={session} />
    case 'state':
      return <StateScreen session={session} />
    case 'skills':
      return <SkillsScreen session={session} name={detail} />
  }
}

function ConnectionBanner({ session: { model } }: { session: OpenSession }) {
  return (
    <div role="status">
      {model.connection === 'lost' && model.refused === undefined && (
        <p className="banner note note-warning">The connection to the server is lost. Trying again …</p>
      )}
    </div>
  )
}

function Refused({ message }: { message: string }) {
  return (
    <div className="empty" role="alert">
      <h2>This story cannot be opened</h2>
      <p>{message}</p>
      <Button variant="contained" href={hrefOf({ sessionId: null, screen: 'narrative' })}>
        Open another story
      </Button>
    </div>
  )
}

/** The hash of the address is the route, so the link scrolls by itself. */
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault()
  focusMain()
}
