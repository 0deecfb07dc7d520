import Button from '@mui/material/Button'
import { useCallback, useEffect, useState } from 'react'
import { NarrativeScreen } from '../screens/narrative-screen.tsx'
import { type OpenSession, useSession } from '../story/use-session.ts'
import { menuCode } from '../menus/menu-code.ts'
import { settingsCode } from '../settings/settings-code.ts'
import { branchesCode } from '../story/branches-code.ts'
import { editCode } from '../story/edit-code.ts'
import { notesCode } from '../story/notes-code.ts'
import { Later } from '../loading/later.tsx'
import { Loaded } from '../loading/loaded.tsx'
import { screens } from './screens.ts'
import { ScreenBoundary } from '../loading/screen-boundary.tsx'
import { Navigation } from './navigation.tsx'
import { focusMain } from '../focus/restore-focus.ts'
import { type Screen, homeHref, hrefOf } from '../routing/route.ts'
import { StoreBanner } from './store-banner.tsx'
import { TopBar } from './top-bar.tsx'

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
  const [dialog, setDialog] = useState<'settings' | 'branches' | 'notes'>()
  const [isFinding, setFinding] = useState(false)
  // Memoized, so that the events of a turn render only what they change.
  const openSettings = useCallback(() => setDialog('settings'), [])
  const openBranches = useCallback(() => setDialog('branches'), [])
  const openNotes = useCallback(() => setDialog('notes'), [])
  const find = useCallback(() => setFinding(true), [])
  const close = useCallback(() => setDialog(undefined), [])
  const { model } = session
  const title = model.session?.title ?? 'Story'
  const isOpen = model.session !== null
  useEffect(() => {
    if (!isOpen) return
    for (const code of [...Object.values(screens), menuCode, settingsCode, branchesCode, editCode, notesCode])
      code.load().catch(() => {})
  }, [isOpen])
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
          onFind={find}
          onBranches={openBranches}
          onNotes={openNotes}
          onSettings={openSettings}
        />
        <ConnectionBanner session={session} />
        <StoreBanner notices={model.session?.notices} />
        <main id="main" tabIndex={-1} className={`screen screen-${screen}`}>
          {model.refused === undefined ? (
            <ScreenBoundary key={screen}>
              <ScreenOf
                session={session}
                screen={screen}
                detail={detail}
                isFinding={isFinding}
                onFinding={setFinding}
              />
            </ScreenBoundary>
          ) : (
            <Refused {...model.refused} />
          )}
        </main>
      </div>
      {dialog === 'branches' && (
        <Later code={branchesCode} props={{ sessionId, busy: model.live !== null, onClose: close }} onFailed={close} />
      )}
      {dialog === 'notes' && <Later code={notesCode} props={{ sessionId, onClose: close }} onFailed={close} />}
      {dialog === 'settings' && (
        <Later
          code={settingsCode}
          props={{ skillsHref: hrefOf({ sessionId, screen: 'skills' }), onClose: close }}
          onFailed={close}
        />
      )}
    </div>
  )
}

interface ScreenOfProps {
  session: OpenSession
  screen: Screen
  detail: string | null
  isFinding: boolean
  onFinding: (isFinding: boolean) => void
}

function ScreenOf({ session, screen, detail, ...finding }: ScreenOfProps) {
  const online = session.model.connection === 'open'
  switch (screen) {
    case 'narrative':
      return <NarrativeScreen session={session} turn={detail} {...finding} />
    case 'tools':
      return <Loaded key={screen} online={online} code={screens.tools} props={{ session, turnId: detail }} />
    case 'assets':
      return <Loaded key={screen} online={online} code={screens.assets} props={{ session }} />
    case 'state':
      return <Loaded key={screen} online={online} code={screens.state} props={{ session }} />
    case 'skills':
      return <Loaded key={screen} online={online} code={screens.skills} props={{ session, name: detail }} />
  }
}

function ConnectionBanner({ session: { model, reconnect } }: { session: OpenSession }) {
  return (
    <div role="status">
      {model.connection === 'lost' && model.refused === undefined && (
        <p className="banner banner-action note note-warning">
          The connection to the server is lost. Trying again …
          <Button size="small" color="inherit" onClick={reconnect}>
            Try now
          </Button>
        </p>
      )}
    </div>
  )
}

function Refused({ message, needsToken }: { message: string; needsToken: boolean }) {
  return (
    <div className="empty" role="alert">
      <h2>{needsToken ? 'This page may not open your stories any longer' : 'This story cannot be opened'}</h2>
      <p>{message}</p>
      {!needsToken && (
        <Button variant="contained" href={homeHref}>
          Open another story
        </Button>
      )}
    </div>
  )
}

/** The hash of the address is the route, so the link scrolls by itself. */
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault()
  focusMain()
}
