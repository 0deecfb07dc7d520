import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useMemo, useRef } from 'react'
import { usePreferences } from '../settings/preferences.ts'
import { createPageTheme } from '../theme/theme.ts'
import { Home } from './home.tsx'
import { Notices } from '../components/notices.tsx'
import { focusMain } from '../focus/restore-focus.ts'
import { type PageRoute, usePageRoute } from '../routing/route.ts'
import { SessionShell } from './session-shell.tsx'

/** The page: theme, notices, and the story of the address. */
export function App() {
  const { theme: wanted } = usePreferences()
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
          <Home screen={route.screen} />
        ) : (
          <SessionShell key={route.sessionId} sessionId={route.sessionId} screen={route.screen} detail={route.detail} />
        )}
      </Notices>
    </ThemeProvider>
  )
}

/** If the focused element disappeared with its screen or story, focuses the new one. */
function useFocusOf({ sessionId, screen, detail }: PageRoute): void {
  const before = useRef<string>(null)
  useEffect(() => {
    const { activeElement } = document
    if (before.current !== null && (activeElement === document.body || !activeElement?.checkVisibility())) focusMain()
    before.current = sessionId
  }, [sessionId, screen, detail])
}
