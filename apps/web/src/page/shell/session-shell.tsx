import Button from '@mui/material/Button'
import { mdiClose } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { useCallback, useEffect, useState } from 'react'
import { useShortcuts } from '../comfort/shortcuts.ts'
import { shortcutsCode } from '../comfort/shortcuts-code.ts'
import { Icon } from '../components/icon.tsx'
import { focusPrompt } from '../focus/focus-prompt.ts'
import { t } from '../language/text.ts'
import { useHostInfo } from '../hooks/use-host-info.ts'
import { shareCode } from './share-code.ts'
import { listenCode } from '../listen/listen-code.ts'
import { NarrativeScreen } from '../screens/narrative-screen.tsx'
import { type OpenSession, useSession } from '../story/use-session.ts'
import { menuCode } from '../menus/menu-code.ts'
import { settingsCode } from '../settings/loaded-code.ts'
import { branchesCode, diceCode, editCode, notesCode } from '../story/loaded-code.ts'
import { Later } from '../loading/later.tsx'
import { Loaded } from '../loading/loaded.tsx'
import { useScreenNames } from '../settings/screen-names.ts'
import { screens } from './screens.ts'
import { ScreenBoundary } from '../loading/screen-boundary.tsx'
import { Navigation } from './navigation.tsx'
import { focusMain } from '../focus/restore-focus.ts'
import { type Screen, homeHref, hrefOf, navigate, screens as screenNames } from '../routing/route.ts'
import { useLoadedSpeakers } from '../story/use-loaded-speakers.ts'
import { curled } from '../language/curled.ts'
import { StoreBanner } from './store-banner.tsx'
import { TopBar } from './top-bar.tsx'

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
  const [dialog, setDialog] = useState<'settings' | 'branches' | 'notes' | 'shortcuts' | 'share'>()
  const [isFinding, setFinding] = useState(false)
  const [isListening, setListening] = useState(false)
  const [isReading, setReading] = useState(false)
  // Memoized, so that the events of a turn render only what they change.
  const openSettings = useCallback(() => setDialog('settings'), [])
  const openBranches = useCallback(() => setDialog('branches'), [])
  const openNotes = useCallback(() => setDialog('notes'), [])
  const find = useCallback(() => setFinding((before) => !before), [])
  const info = useHostInfo()
  const openShare = useCallback(() => setDialog('share'), [])
  const openShortcuts = useCallback(() => setDialog('shortcuts'), [])
  const listen = useCallback(() => setListening((before) => !before), [])
  const read = useCallback(() => setReading((before) => !before), [])
  const close = useCallback(() => setDialog(undefined), [])
  const { model } = session
  const names = useScreenNames()
  const name = names[screen]
  const title = curled(model.session?.title ?? t('Story'))
  const isOpen = model.session !== null
  useEffect(() => {
    if (!isOpen) return
    const dialogs = [menuCode, settingsCode, branchesCode, editCode, notesCode, shortcutsCode]
    for (const code of [...Object.values(screens), ...dialogs, listenCode, diceCode]) code.load().catch(() => {})
  }, [isOpen])
  useLoadedSpeakers(session)
  useShortcuts({
    help: openShortcuts,
    prompt: () => (setReading(false), requestAnimationFrame(focusPrompt)),
    branches: openBranches,
    home: () => void (window.location.hash = homeHref),
    ...(screen === 'narrative' && { reading: read, listen }),
    // A guest has no skills to manage.
    ...Object.fromEntries(
      screenNames
        .filter((name) => name !== 'skills' || !info?.share.guest)
        .map((name) => [name, () => navigate({ sessionId, screen: name })]),
    ),
  })
  const classes = [
    'shell',
    ...(isReading && screen === 'narrative' ? ['reading'] : []),
    ...(info?.share.guest ? ['guest'] : []),
  ]
  useLeaveOnEscape(isReading && screen === 'narrative', read)
  useEffect(() => void (document.title = `${name} – ${title} – Narratoria`), [name, title])
  return (
    <div className={classes.join(' ')}>
      <a className="skip" href="#main" onClick={skipToMain}>
        {t('Skip to the content')}
      </a>
      <Navigation sessionId={sessionId} screen={screen} busy={model.live !== null} />
      <div className="page">
        <TopBar
          heading={screen === 'narrative' ? title : name}
          story={screen === 'narrative' ? undefined : title}
          isFinding={isFinding}
          isListening={isListening}
          onFind={find}
          onBranches={openBranches}
          onNotes={openNotes}
          onListen={listen}
          onReading={read}
          onShortcuts={openShortcuts}
          onShare={info?.share.isOn && info.share.guest === null ? openShare : undefined}
          onSettings={openSettings}
        />
        <ConnectionBanner session={session} />
        <StoreBanner notices={model.session?.notices} />
        {isReading && screen === 'narrative' && (
          <IconButton autoFocus className="leave-reading" aria-label={t('Leave reading mode (Escape)')} onClick={read}>
            <Icon path={mdiClose} />
          </IconButton>
        )}
        <main id="main" tabIndex={-1} className={`screen screen-${screen}`}>
          {model.refused === undefined ? (
            <ScreenBoundary key={screen}>
              <ScreenOf
                session={session}
                screen={screen}
                detail={detail}
                isFinding={isFinding}
                onFinding={setFinding}
                isListening={isListening}
                onListening={setListening}
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
      {dialog === 'share' && <Later code={shareCode} props={{ session, onClose: close }} onFailed={close} />}
      {dialog === 'shortcuts' && <Later code={shortcutsCode} props={{ onClose: close }} onFailed={close} />}
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
  isListening: boolean
  onListening: (isListening: boolean) => void
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
          {t('The connection to the server is lost. Trying again …')}
          <Button size="small" color="inherit" onClick={reconnect}>
            {t('Try now')}
          </Button>
        </p>
      )}
    </div>
  )
}

function Refused({ message, needsToken }: { message: string; needsToken: boolean }) {
  return (
    <div className="empty" role="alert">
      <h2>{needsToken ? t('This page may not open your stories any longer') : t('This story cannot be opened')}</h2>
      <p>{message}</p>
      {!needsToken && (
        <Button variant="contained" href={homeHref}>
          {t('Open another story')}
        </Button>
      )}
    </div>
  )
}

/** Calls `leave` on Escape, unless a dialog or a field uses the key. */
function useLeaveOnEscape(isOn: boolean, leave: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('[role=dialog], dialog[open]')) leave()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn, leave])
}

/** The hash of the address is the route, so the link scrolls by itself. */
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault()
  focusMain()
}
