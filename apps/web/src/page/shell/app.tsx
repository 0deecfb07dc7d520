import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo } from 'react'
import { usePreferences } from '../settings/preferences.ts'
import { createPageTheme } from '../theme/theme.ts'
import { Home } from './home.tsx'
import { Notices } from './notices.tsx'
import { usePageRoute } from './route.ts'
import { SessionShell } from './session-shell.tsx'

/** The page: theme, notices, and the story that the address names. */
export function App() {
  const { theme: wanted } = usePreferences()
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const dark = wanted === 'system' ? systemDark : wanted === 'dark'
  const theme = useMemo(() => createPageTheme(dark), [dark])
  const route = usePageRoute()
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
