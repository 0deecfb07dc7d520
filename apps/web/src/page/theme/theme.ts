import { type Theme, createTheme } from '@mui/material/styles'
import { createScheme, schemeProperties } from './scheme.ts'

function mainLandmark(): Element {
  return document.querySelector('#main') ?? document.body
}

/** The theme of Material Design 3 for the components. */
export function createPageTheme(dark: boolean): Theme {
  const scheme = createScheme(dark)
  const colour = (main: string, contrastText: string) => ({ main, light: main, dark: main, contrastText })
  return createTheme({
    palette: {
      mode: dark ? 'dark' : 'light',
      primary: colour(scheme.primary, scheme.onPrimary),
      secondary: colour(scheme.secondary, scheme.onSecondary),
      error: colour(scheme.error, scheme.onError),
      background: { default: scheme.surface, paper: scheme.surfaceContainer },
      text: { primary: scheme.onSurface, secondary: scheme.onSurfaceVariant },
      divider: scheme.outlineVariant,
    },
    shape: { borderRadius: 12 },
    typography: { fontFamily: '"Roboto Variable", system-ui, sans-serif', button: { textTransform: 'none' } },
    components: {
      MuiCssBaseline: {
        styleOverrides: { ':root': { ...schemeProperties(scheme), colorScheme: dark ? 'dark' : 'light' } },
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: {
          root: { '&.Mui-focusVisible': { outline: '3px solid var(--md-secondary)', outlineOffset: 2 } },
        },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: { root: { borderRadius: 20, minHeight: 40, paddingInline: 20 } },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiDialog: {
        styleOverrides: { paper: { borderRadius: 28, backgroundColor: 'var(--md-surface-container-high)' } },
      },
      MuiDrawer: {
        styleOverrides: {
          paper: { backgroundColor: 'var(--md-surface-container-low)', borderRadius: '0 16px 16px 0' },
        },
      },
      MuiMenu: { styleOverrides: { paper: { backgroundColor: 'var(--md-surface-container)', borderRadius: 8 } } },
      MuiTooltip: {
        // Within the main landmark, as all content has to be; it never lies between a pointer and what that points at.
        defaultProps: { enterDelay: 400, disableInteractive: true, slotProps: { popper: { container: mainLandmark } } },
        styleOverrides: {
          tooltip: {
            backgroundColor: 'var(--md-inverse-surface)',
            color: 'var(--md-inverse-on-surface)',
            fontSize: '0.75rem',
          },
        },
      },
      MuiLinearProgress: {
        styleOverrides: {
          root: { height: 4, borderRadius: 2, backgroundColor: 'var(--md-secondary-container)' },
          bar: { borderRadius: 2 },
        },
      },
      MuiChip: { styleOverrides: { root: { borderRadius: 8 } } },
      MuiAlert: { styleOverrides: { root: { borderRadius: 12 } } },
    },
  })
}
