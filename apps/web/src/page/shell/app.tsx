import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { PictureViewer } from '../assets/picture-viewer.tsx'
import { type Preferences, usePreferences } from '../settings/preferences.ts'
import { createPageTheme } from '../theme/theme.ts'
import { Loaded } from '../loading/loaded.tsx'
import { screens } from './screens.ts'
import { Notices } from '../components/notices.tsx'
import { focusPrompt } from '../focus/focus-prompt.ts'
import { focusMain } from '../focus/restore-focus.ts'
import { type PageRoute, usePageRoute } from '../routing/route.ts'
import { SessionShell } from './session-shell.tsx'

/** The page: theme, notices, and the story of the address. */
export function App() {
  const preferences = usePreferences()
  useLookOf(preferences)
  const wanted = preferences.theme
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const dark = wanted === 'system' ? systemDark : wanted === 'dark'
  const theme = useMemo(() => createPageTheme(dark), [dark])
  const route = usePageRoute()
  useFocusOf(route)
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <Notices>
        {route.sessionId === null ? (
          <Loaded code={screens.home} online props={{}} />
        ) : (
          <SessionShell key={route.sessionId} sessionId={route.sessionId} screen={route.screen} detail={route.detail} />
        )}
        <PictureViewer />
      </Notices>
    </ThemeProvider>
  )
}

/** Lets the styles follow the preferences. */
function useLookOf({ textSize, font, lineWidth, motion }: Preferences): void {
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { textSize, font, lineWidth, motion })
  }, [textSize, font, lineWidth, motion])
}

/** If nothing has the focus, such as after the screen or story with it disappeared, focuses the prompt field or the new screen. */
function useFocusOf({ sessionId, screen, detail }: PageRoute): void {
  const before = useRef<string | null>(undefined)
  useEffect(() => {
    const { activeElement } = document
    const previous = before.current
    before.current = sessionId
    if (activeElement !== document.body && activeElement?.checkVisibility()) return
    if (previous !== undefined) focusMain()
    // The field has the focus when a story opens.
    if (previous !== sessionId && screen === 'narrative') focusPrompt()
  }, [sessionId, screen, detail])
}
