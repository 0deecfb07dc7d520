import { type Theme, alpha, createTheme } from '@mui/material/styles'
import { schemeOf, schemeProperties } from './scheme.ts'

const monospace = 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace'

/** Elements without a class. Any class overrides these. */
const elementStyles = {
  'html, body, #root': { height: '100%' },
  body: { overflow: 'hidden', overflowWrap: 'anywhere' },
  'h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset': { margin: 0, padding: 0 },
  'ul, ol': { listStyle: 'none' },
  fieldset: { border: 0, minWidth: 0 },
  h1: { fontSize: '1.375rem', fontWeight: 500 },
  h2: { fontSize: '1.25rem', fontWeight: 500 },
  h3: { fontSize: '1rem', fontWeight: 500 },
  b: { fontWeight: 500 },
  'pre, code': { fontFamily: monospace, fontSize: '0.8125rem' },
  pre: {
    margin: '0.5rem 0 0',
    padding: '0.75rem 1rem',
    maxHeight: '24rem',
    overflow: 'auto',
    borderRadius: 12,
    backgroundColor: 'var(--md-surface-container-lowest)',
    color: 'var(--md-on-surface-variant)',
    whiteSpace: 'pre-wrap',
  },
  a: { color: 'var(--md-primary)' },
  summary: { cursor: 'pointer' },
  'main:focus': { outline: 'none' },
} as const

/** Little height, as in `phone.css`. */
const low = '@media (max-height: 28rem)'

/** The place of a dialog within the page. */
function insetBy(margin: string) {
  const inside = `calc(100% - 2 * ${margin})`
  return { margin, width: inside, maxHeight: inside }
}

/** The theme of Material Design 3 for the components. */
export function createPageTheme(dark: boolean): Theme {
  const scheme = schemeOf(dark)
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
      // Buttons without a background of their own, as the navigation.
      action: {
        active: scheme.onSurfaceVariant,
        disabled: alpha(scheme.onSurface, 0.38),
        disabledBackground: alpha(scheme.onSurface, 0.12),
      },
    },
    shape: { borderRadius: 12 },
    typography: { fontFamily: '"Roboto Variable", system-ui, sans-serif', button: { textTransform: 'none' } },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          ':root': { ...schemeProperties(scheme), colorScheme: dark ? 'dark' : 'light' },
          ...elementStyles,
        },
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: {
          root: { '&.Mui-focusVisible': { outline: '3px solid var(--md-primary)', outlineOffset: 2 } },
        },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: {
            borderRadius: 20,
            minHeight: 40,
            paddingInline: 20,
            variants: [{ props: { size: 'small' }, style: { minHeight: 32, paddingInline: 12, fontSize: '0.875rem' } }],
          },
        },
      },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: 'var(--md-outline)' } } },
      MuiInputBase: {
        styleOverrides: { input: { '&::placeholder': { color: 'var(--md-on-surface-variant)', opacity: 0.85 } } },
      },
      // As in Material Design 3: the track has an outline, so that a switch that is off is visible on every ground.
      MuiSwitch: {
        styleOverrides: {
          switchBase: { color: scheme.outline, '&.Mui-checked': { color: scheme.primary } },
          track: {
            opacity: '1 !important',
            boxSizing: 'border-box',
            border: '1px solid var(--md-outline)',
            backgroundColor: 'var(--md-surface-container-highest) !important',
            '.Mui-checked + &': {
              borderColor: 'var(--md-primary)',
              backgroundColor: 'var(--md-primary-container) !important',
            },
          },
        },
      },
      // A value is never cut.
      MuiSelect: { styleOverrides: { select: { whiteSpace: 'normal' } } },
      MuiDialogTitle: {
        styleOverrides: { root: { padding: '1.5rem 1.5rem 1rem', [low]: { padding: '0.25rem 1rem' } } },
      },
      // Content that continues below the edge fades out; `dialogs.css` sets the height.
      MuiDialogContent: {
        styleOverrides: { root: { maskImage: 'linear-gradient(#000 calc(100% - var(--fade)), transparent)' } },
      },
      MuiDialogActions: {
        styleOverrides: {
          root: {
            flexWrap: 'wrap',
            rowGap: '0.5rem',
            padding: '0.75rem 1.5rem 1rem',
            // The words of a button stay whole; beside long ones the switch has a row of its own.
            '& > .MuiButton-root': { flexShrink: 0, maxWidth: '100%' },
            borderTop: '1px solid var(--md-outline-variant)',
            [low]: { padding: '0.25rem 1rem' },
          },
        },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiDialog: {
        styleOverrides: {
          paper: {
            borderRadius: 28,
            backgroundColor: 'var(--md-surface-container-high)',
            // A form in a dialog scrolls as its content does, so that its buttons stay in sight.
            '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
            // A phone, and text at 400 %: the room is for the content.
            '@media (max-width: 40rem)': { '&&': insetBy('1rem') },
            [low]: { '&&': { ...insetBy('0.25rem'), borderRadius: 12 } },
          },
        },
      },
      MuiDrawer: {
        styleOverrides: {
          paper: { backgroundColor: 'var(--md-surface-container-low)', borderRadius: '0 16px 16px 0' },
        },
      },
      MuiMenu: { styleOverrides: { paper: { backgroundColor: 'var(--md-surface-container)', borderRadius: 8 } } },
      MuiLinearProgress: {
        styleOverrides: {
          root: { height: 4, borderRadius: 2, backgroundColor: 'var(--md-secondary-container)' },
          bar: { borderRadius: 2 },
        },
      },
      MuiChip: {
        styleOverrides: {
          root: {
            flex: 'none',
            height: 'auto',
            maxWidth: '100%',
            borderRadius: 8,
            fontSize: '0.75rem',
            fontWeight: 500,
          },
          label: { padding: '0.25rem 0.625rem', lineHeight: 1.5, whiteSpace: 'normal' },
        },
      },
      MuiListItemButton: {
        styleOverrides: {
          root: {
            borderRadius: 16,
            padding: '0.75rem 1rem',
            color: scheme.onSurface,
            '&.Mui-selected, &.Mui-selected:hover': {
              backgroundColor: scheme.secondaryContainer,
              color: scheme.onSecondaryContainer,
            },
          },
        },
      },
      MuiAlert: { styleOverrides: { root: { borderRadius: 12 } } },
    },
  })
}
